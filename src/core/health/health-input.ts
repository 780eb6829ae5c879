import type { ChannelId } from '../ai/channels/channel-table';
import type { DocumentNotice } from '../documents/guarded-documents';
import type { Gap } from '../gaps/gap';
import type { FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { NearTag } from '../lore/near-tags';
import type { Trace } from '../pipeline/trace';
import type { LoreIndex } from '../search/lore-index';
import type { Settings } from '../settings/settings-table';

/** Why a model cannot be asked: switched off, never set up, or set up in a way that does not work (any more). */
export interface ModelLack {
  readonly kind: 'off' | 'not-set-up' | 'broken';
  /** What to do. */
  readonly sentence: string;
}

/** A chat of which the summaries failed for good. */
export interface FailedSummary {
  /** What the client calls the chat, or its id. */
  readonly chat: string;
  /** Why it failed. */
  readonly sentence: string;
}

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
  /** Further vaults that cannot be reached, by name; none when left out. */
  readonly unreachableVaults?: readonly { readonly name: string; readonly reason: string }[];
  /** Why the model of a channel cannot be asked; undefined when it can. */
  readonly lackOf: (channel: ChannelId) => ModelLack | undefined;
  readonly failedSummaries: readonly FailedSummary[];
  /** Stored documents that are only read, or that were set aside. */
  readonly documents: readonly DocumentNotice[];
  /** What the story used and the lore did not know. */
  readonly gaps: readonly Gap[];
  /** Fields by which entries are gated on the situation of a chat. */
  readonly fields: readonly FieldDefinition[];
  /** Tags that may have been meant as the lore tag. */
  readonly nearTags: readonly NearTag[];
  /** Turns that were played, the newest first. */
  readonly turns: readonly Trace[];
  /** To be waited for between two pieces of work. */
  readonly give: () => Promise<void>;
}

/** Whether an entry can go into a turn at all: others are listed and have no problems of this kind. */
export function isUsed(entry: LoreEntry): boolean {
  return entry.enabled && !entry.never && entry.sharedTitle?.instead === undefined;
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
