import type { EntryId } from '../base/entry-id';
import { LayeredMap, type LayerChange } from '../base/layered-map';
import type { LoreEntry } from '../lore/lore-entry';

/** How a name may point at an entry, the strongest way first. What a note is called is never the name of a card's entry. */
const nameKinds = ['path', 'file', 'alias', 'title', 'card'] as const;
type NameKind = (typeof nameKinds)[number];

/** The form in which names are compared: NFC, without letter case, surrounding blanks and the file ending. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().replace(/\.md$/i, '').toLowerCase();
}

/** Finds entries by path, file name, alias or title. Immutable. */
export class NameTable {
  private constructor(private readonly ids: LayeredMap<string, readonly EntryId[]>) {}

  static readonly empty = new NameTable(LayeredMap.of());

  /** A table that is still being filled by its only owner, until it is `sealed`. */
  static draft(): NameTable {
    return new NameTable(LayeredMap.draft());
  }

  /** The table that a draft became. */
  sealed(): NameTable {
    return new NameTable(this.ids.sealed());
  }

  with(removed: readonly LoreEntry[], added: readonly LoreEntry[]): NameTable {
    const next = new Map<string, Set<EntryId>>();
    const idsOf = (name: string): Set<EntryId> => {
      const ids = next.get(name) ?? new Set(this.ids.get(name));
      next.set(name, ids);
      return ids;
    };
    for (const entry of removed) for (const name of namesOf(entry)) idsOf(name).delete(entry.id);
    for (const entry of added) for (const name of namesOf(entry)) idsOf(name).add(entry.id);
    const changes = [...next].map(([name, ids]): LayerChange<string, readonly EntryId[]> => [
      name,
      ids.size > 0 ? [...ids] : undefined,
    ]);
    return new NameTable(this.ids.with(changes));
  }

  /** The entries that a name means: those of the strongest way in which it means any. Several are ambiguous. */
  resolve(name: string): readonly EntryId[] {
    const folded = foldName(name);
    for (const kind of nameKinds) {
      const ids = this.ids.get(keyOf(kind, folded));
      if (ids) return ids;
    }
    return [];
  }

  /** The entries that bear a name as alias or title. */
  named(name: string): readonly EntryId[] {
    const folded = foldName(name);
    const kinds: readonly NameKind[] = ['alias', 'title', 'card'];
    return [...new Set(kinds.flatMap((kind) => this.ids.get(keyOf(kind, folded)) ?? []))];
  }
}

function keyOf(kind: NameKind, folded: string): string {
  return `${kind}\u0000${folded}`;
}

function namesOf(entry: LoreEntry): readonly string[] {
  const names = entry.card === undefined ? namesOfNote(entry) : namesInCard(entry);
  return [...new Set(names.map(([kind, name]) => keyOf(kind, foldName(name))))];
}

type KindOfName = readonly [NameKind, string];

function namesInCard({ title, properties }: LoreEntry): readonly KindOfName[] {
  return [title, ...(properties.aliases ?? [])].map((name): KindOfName => ['card', name]);
}

function namesOfNote(entry: LoreEntry): readonly KindOfName[] {
  const file = entry.path.slice(entry.path.lastIndexOf('/') + 1);
  return [
    ['path', entry.path],
    ['file', file],
    ...(entry.properties.aliases ?? []).map((alias): KindOfName => ['alias', alias]),
    ['title', entry.title],
  ];
}
