import type { EntryId } from '../base/entry-id';
import { BookShelf } from '../lore/book-shelf';
import type { LoreEntry } from '../lore/lore-entry';
import type { CardLore } from '../pipeline/card-lore';
import type { IndexedNote, LoreIndex } from '../search/lore-index';
import { sameSigns, type SameSign } from '../search/same-entries';
import type { CardBook } from './card-book';
import { bookOf } from './card-notes';

/** A book with the entries that were made of it. */
export interface ReadCardBook {
  readonly book: CardBook;
  readonly notes: readonly IndexedNote[];
}

/** A vault's lore and that of some cards, in one pool. */
export interface CardPool {
  readonly index: LoreIndex;
  readonly shelf: BookShelf;
  readonly lore: Pick<CardLore, 'folders' | 'originals'>;
}

/** Puts the books of cards beside a vault's lore. Costs what the books cost, not what the vault does; the vault's own index stays as it is. */
export function cardPool(vault: LoreIndex, shelf: BookShelf, read: readonly ReadCardBook[]): CardPool {
  const books = read.map(({ book }) => bookOf(book));
  const changes = read.flatMap(({ notes }) => notes.map((note) => ({ kind: 'read' as const, note })));
  return {
    index: vault.apply(changes),
    shelf: new BookShelf([...shelf.within(''), ...books]),
    lore: {
      folders: new Map(books.map(({ folder }, at) => [folder, read[at]?.book.name ?? folder])),
      originals: originalsOf(vault, read),
    },
  };
}

/** What each entry of a card is the same as: a note, else an entry of a card before it. */
function originalsOf(vault: LoreIndex, read: readonly ReadCardBook[]): ReadonlyMap<EntryId, EntryId> {
  const originals = new Map<EntryId, EntryId>();
  const before = new Map<string, EntryId>();
  for (const { notes } of read) {
    const own: (readonly [string, EntryId])[] = [];
    for (const entry of notes.flatMap(entryIn)) {
      const signs = sameSigns(entry);
      const original = noteWith(signs, vault) ?? cardEntryWith(signs, before);
      if (original !== undefined) originals.set(entry.id, original);
      else for (const sign of signs) own.push([nameOf(sign), entry.id]);
    }
    // Within one book an author may say a thing twice on purpose.
    for (const [name, id] of own) if (!before.has(name)) before.set(name, id);
  }
  return originals;
}

function entryIn({ reading }: IndexedNote): readonly LoreEntry[] {
  return reading.kind === 'entry' ? [reading.entry] : [];
}

function noteWith(signs: readonly SameSign[], vault: LoreIndex): EntryId | undefined {
  for (const sign of signs) {
    const [id] = vault.same.having(sign);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Books of two cards may have one name and count their entries alike: what they were made from says nothing. */
function cardEntryWith(signs: readonly SameSign[], before: ReadonlyMap<string, EntryId>): EntryId | undefined {
  const telling = signs.filter(({ by }) => by !== 'source');
  return telling.map((sign) => before.get(nameOf(sign))).find((id) => id !== undefined);
}

function nameOf({ by, value }: SameSign): string {
  return `${by}:${value}`;
}
