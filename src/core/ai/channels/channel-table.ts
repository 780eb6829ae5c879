/** Everything that asks a model, and where its settings begin. */
interface ChannelRow {
  readonly label: string;
  /** One sentence for the user. */
  readonly sentence: string;
  /** Tokens of an answer where nothing is set. */
  readonly maxTokens: number;
  /** Time for a request where nothing is set. In milliseconds. */
  readonly timeoutMs: number;
  /** The model must be able to call tools. */
  readonly needsTools: boolean;
}

/** The six channels. Settings, validation, REST and docs walk this table. */
export const channelTable = {
  search: {
    label: 'AI Search',
    sentence: 'Picks the entries that the next reply needs. The other channels can take their model from here.',
    maxTokens: 1_024,
    timeoutMs: 20_000,
    needsTools: false,
  },
  scribe: {
    label: 'Session Scribe',
    sentence: 'Writes summaries of sessions into notes.',
    maxTokens: 1_024,
    timeoutMs: 120_000,
    needsTools: false,
  },
  suggest: {
    label: 'Auto Lorebook',
    sentence: 'Suggests new entries from what happened in the chat.',
    maxTokens: 2_048,
    timeoutMs: 120_000,
    needsTools: false,
  },
  notepad: {
    label: 'AI Notepad',
    sentence: 'Takes notes of the session while you play.',
    maxTokens: 1_024,
    timeoutMs: 120_000,
    needsTools: false,
  },
  librarian: {
    label: 'Librarian',
    sentence: 'Talks with you about your lore, searches it and proposes changes.',
    maxTokens: 4_096,
    timeoutMs: 120_000,
    needsTools: true,
  },
  keys: {
    label: 'Optimize Keys',
    sentence: 'Suggests better keys for an entry.',
    maxTokens: 1_024,
    timeoutMs: 120_000,
    needsTools: false,
  },
} as const satisfies Readonly<Record<string, ChannelRow>>;

export type ChannelId = keyof typeof channelTable;

/** All channels, in the order in which they are shown. */
export const channelIds: readonly ChannelId[] = ['search', 'scribe', 'suggest', 'notepad', 'librarian', 'keys'];
