import type { EntryId } from '../base/entry-id';
import { LayeredMap, type LayerChange } from '../base/layered-map';
import type { LoreEntry } from '../lore/lore-entry';
import { keysWithRoles, type KeyRole } from './entry-key-roles';
import { isProvenLinear } from './pattern-cost';

/** A key that is a regular expression. */
export interface RegexKey {
  readonly entry: EntryId;
  readonly role: KeyRole;
  /** As the user wrote it. */
  readonly key: string;
  readonly source: string;
  readonly flags: string;
  /** Proven to take linear time, so that it may run on the thread of the turn. */
  readonly isLinear: boolean;
}

/** The regular expressions among the keys of an index. Immutable. */
export class RegexKeys {
  #all: readonly RegexKey[] | undefined;

  private constructor(private readonly byEntry: LayeredMap<EntryId, readonly RegexKey[]>) {}

  static readonly empty = new RegexKeys(LayeredMap.of());

  /** Patterns that are still being filled in by their only owner, until they are `sealed`. */
  static draft(): RegexKeys {
    return new RegexKeys(LayeredMap.draft());
  }

  /** The patterns that a draft became. */
  sealed(): RegexKeys {
    return new RegexKeys(this.byEntry.sealed());
  }

  with(removed: readonly EntryId[], added: readonly LoreEntry[]): RegexKeys {
    const changes: LayerChange<EntryId, readonly RegexKey[]>[] = [
      ...removed
        .filter((id) => this.byEntry.has(id))
        .map((id): LayerChange<EntryId, readonly RegexKey[]> => [id, undefined]),
      ...added.flatMap((entry): LayerChange<EntryId, readonly RegexKey[]>[] => {
        const keys = regexKeys(entry);
        return keys.length > 0 ? [[entry.id, keys]] : [];
      }),
    ];
    return changes.length === 0 ? this : new RegexKeys(this.byEntry.with(changes));
  }

  get all(): readonly RegexKey[] {
    this.#all ??= [...this.byEntry.values()].flat();
    return this.#all;
  }
}

function regexKeys(entry: LoreEntry): readonly RegexKey[] {
  return keysWithRoles(entry).flatMap(({ role, key }): readonly RegexKey[] => {
    if (key.kind !== 'regex') return [];
    const { source, flags } = key;
    return [{ entry: entry.id, role, key: key.text, source, flags, isLinear: isProvenLinear(source) }];
  });
}
