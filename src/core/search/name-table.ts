import type { EntryId } from '../base/entry-id';
import { LayeredMap, type LayerChange } from '../base/layered-map';
import { splitMounted } from '../base/mounted-path';
import type { LoreEntry } from '../lore/lore-entry';
import { aloneOf } from '../lore/shared-title';

/** How a name may point at an entry, the strongest way first. What a note is called is never the name of a card's entry. */
const nameKinds = ['path', 'file', 'alias', 'title', 'card'] as const;
type NameKind = (typeof nameKinds)[number];

/** The form in which names are compared: NFC, without letter case, surrounding blanks and the file ending. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().replace(/\.md$/i, '').toLowerCase();
}

/** The vault of the host alone. */
const OWN: ReadonlySet<string> = new Set(['']);

/** Finds entries by path, file name, alias or title. Immutable. */
export class NameTable {
  private constructor(
    private readonly ids: LayeredMap<string, readonly EntryId[]>,
    /** Ids of the vaults from which entries came so far. */
    private readonly vaults: ReadonlySet<string>,
  ) {}

  static readonly empty = new NameTable(LayeredMap.of(), OWN);

  /** A table that is still being filled by its only owner, until it is `sealed`. */
  static draft(): NameTable {
    return new NameTable(LayeredMap.draft(), OWN);
  }

  /** The table that a draft became. */
  sealed(): NameTable {
    return new NameTable(this.ids.sealed(), this.vaults);
  }

  /** Whether entries of several vaults are, or were, in it. */
  get hasSeveralVaults(): boolean {
    return this.vaults.size > 1;
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
    return new NameTable(this.ids.with(changes), withVaults(this.vaults, added));
  }

  /**
   * The entries that a name means: those of the strongest way in which it means any. Several are ambiguous.
   *
   * @param home Id of the vault in which the name is written: what it means there goes before what it means elsewhere.
   */
  resolve(name: string, home = ''): readonly EntryId[] {
    const folded = foldName(name);
    const atHome = this.#strongest(folded, [home]);
    if (atHome.length > 0 || !this.hasSeveralVaults) return atHome;
    const { vault, inner } = splitMounted(folded);
    const byPath = vault === '' ? undefined : this.ids.get(keyOf('path', vault, inner));
    return byPath ?? this.#strongest(folded, [...this.vaults]);
  }

  /** The entries that bear a name as alias or title. */
  named(name: string): readonly EntryId[] {
    const folded = foldName(name);
    return [...new Set(this.#having(['alias', 'title', 'card'], folded))];
  }

  /** The entries of a title, in all vaults. */
  titled(title: string): readonly EntryId[] {
    return this.#having(['title'], foldName(title));
  }

  #strongest(folded: string, vaults: readonly string[]): readonly EntryId[] {
    for (const kind of nameKinds) {
      const [found, ...others] = vaults.flatMap((vault) => {
        const ids = this.ids.get(keyOf(kind, vault, folded));
        return ids ? [ids] : [];
      });
      if (found) return others.length === 0 ? found : [found, ...others].flat();
    }
    return [];
  }

  #having(kinds: readonly NameKind[], folded: string): readonly EntryId[] {
    const vaults = [...this.vaults];
    return kinds.flatMap((kind) => vaults.flatMap((vault) => this.ids.get(keyOf(kind, vault, folded)) ?? []));
  }
}

function withVaults(known: ReadonlySet<string>, added: readonly LoreEntry[]): ReadonlySet<string> {
  const more = added.map(({ path }) => splitMounted(path).vault).filter((vault) => !known.has(vault));
  return more.length === 0 ? known : new Set([...known, ...more]);
}

function keyOf(kind: NameKind, vault: string, folded: string): string {
  return `${kind}\u0000${vault}\u0000${folded}`;
}

function namesOf(entry: LoreEntry): readonly string[] {
  const { vault, inner } = splitMounted(entry.path);
  const names = entry.card === undefined ? namesOfNote(entry, inner) : namesInCard(entry);
  return [...new Set(names.map(([kind, name]) => keyOf(kind, vault, foldName(name))))];
}

type KindOfName = readonly [NameKind, string];

function namesInCard({ title, properties }: LoreEntry): readonly KindOfName[] {
  return [title, ...(properties.aliases ?? [])].map((name): KindOfName => ['card', name]);
}

function namesOfNote(entry: LoreEntry, path: string): readonly KindOfName[] {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return [
    ['path', path],
    ['file', file],
    ...(entry.properties.aliases ?? []).map((alias): KindOfName => ['alias', alias]),
    ['title', entry.title],
    ['title', aloneOf(entry).title],
  ];
}
