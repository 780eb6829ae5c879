import type { LoreEntry } from '../lore/lore-entry';
import type { NearTag } from '../lore/near-tags';
import type { Trace } from '../pipeline/trace';
import type { LoreIndex } from '../search/lore-index';
import type { Settings } from '../settings/settings-table';

/** What a health check looks at. */
export interface HealthInput {
  readonly index: LoreIndex;
  readonly settings: Settings;
  /** Whether the texts of others may wake the entry at a path. */
  readonly recurses: (path: string) => boolean;
  /** Tokens of a text. */
  readonly tokens: (text: string) => number;
  /** Why the vault cannot be read; undefined when it can. */
  readonly unreachable: string | undefined;
  /** Why the model that selects cannot be asked; undefined when it can. */
  readonly missingModel: string | undefined;
  /** Tags that may have been meant as the lore tag. */
  readonly nearTags: readonly NearTag[];
  /** Turns that were played, the newest first. */
  readonly turns: readonly Trace[];
  /** To be waited for between two pieces of work. */
  readonly give: () => Promise<void>;
}

/** Whether an entry can go into a turn at all: others are listed and have no problems of this kind. */
export function isUsed(entry: LoreEntry): boolean {
  return entry.enabled && !entry.never;
}

/** Entries between which the host gets its turn. */
const AT_A_TIME = 256;

/** Goes through the entries that are used, and lets the host have its turn now and then. */
export async function eachUsed(input: HealthInput, look: (entry: LoreEntry) => void): Promise<void> {
  let count = 0;
  for (const entry of input.index.entries.values()) {
    if (isUsed(entry)) look(entry);
    if (++count % AT_A_TIME === 0) await input.give();
  }
}

/** The token budget of a turn, as far as it is known without a chat. */
export function knownBudget({ settings, turns }: Pick<HealthInput, 'settings' | 'turns'>): number | undefined {
  if (settings.budgetKind === 'tokens') return settings.tokenBudget;
  return turns[0]?.summary.budget;
}
