import type { EntryId } from '../../base/entry-id';
import { vaultOfPath } from '../../base/mounted-path';
import type { LoreEntry } from '../../lore/lore-entry';
import type { LoreIndex } from '../../search/lore-index';

/** An entry that another one names, as it wrote it. */
export interface Named {
  readonly name: string;
  /** What the name means; several where it is ambiguous, none where it means nothing. */
  readonly entries: readonly LoreEntry[];
}

/** Properties in which an entry names others. */
type Naming = 'requires' | 'excludes' | 'cascadeLinks';

/** Who names whom. Each name is looked up once. */
export class ReferenceGraph {
  readonly #meanings = new Map<string, readonly LoreEntry[]>();

  constructor(private readonly index: LoreIndex) {}

  /** Whom an entry names in one of its properties. */
  named({ properties, path }: LoreEntry, property: Naming): readonly Named[] {
    return (properties[property] ?? []).map((name) => ({ name, entries: this.#meaning(name, path) }));
  }

  /** The ids that an entry means there, ambiguous ones left out. */
  certain(entry: LoreEntry, property: Naming): readonly EntryId[] {
    return this.named(entry, property).flatMap(({ entries }) =>
      entries.length === 1 ? entries.map(({ id }) => id) : [],
    );
  }

  #meaning(name: string, from: string): readonly LoreEntry[] {
    // A name may mean something else in another vault.
    const written = `${vaultOfPath(from)}\u0000${name}`;
    const known = this.#meanings.get(written);
    if (known) return known;
    const found = this.index.resolve(name, from).flatMap((id) => this.index.entries.get(id) ?? []);
    this.#meanings.set(written, found);
    return found;
  }
}
