import type { EntryId } from '../../base/entry-id';
import type { LoreEntry } from '../../lore/lore-entry';
import type { LoreIndex } from '../../search/lore-index';

/** An entry that another one names, as it wrote it. */
export interface Named {
  readonly name: string;
  /** What the name means; several where it is ambiguous, none where it means nothing. */
  readonly entries: readonly LoreEntry[];
}

/** Who names whom. Each name is looked up once. */
export class ReferenceGraph {
  readonly #meanings = new Map<string, readonly LoreEntry[]>();

  constructor(private readonly index: LoreIndex) {}

  named(names: readonly string[] | undefined): readonly Named[] {
    return (names ?? []).map((name) => ({ name, entries: this.#meaning(name) }));
  }

  /** The ids that some names mean, ambiguous ones left out. */
  certain(names: readonly string[] | undefined): readonly EntryId[] {
    return this.named(names).flatMap(({ entries }) => (entries.length === 1 ? entries.map(({ id }) => id) : []));
  }

  #meaning(name: string): readonly LoreEntry[] {
    const known = this.#meanings.get(name);
    if (known) return known;
    const found = this.index.names.resolve(name).flatMap((id) => this.index.entries.get(id) ?? []);
    this.#meanings.set(name, found);
    return found;
  }
}
