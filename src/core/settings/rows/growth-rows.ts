import type { SettingRow } from '../setting-row';

/** How models help the lore to grow. */
export const growthRows = {
  growEvery: {
    kind: 'number',
    section: 'growth',
    label: 'New entries from chat by itself',
    sentence:
      'After so many new messages a chat is read for what the lore lacks; 0 for only when you ask. What it finds waits among the proposals.',
    default: 0,
    smallest: 0,
    largest: 10_000,
    unit: 'messages',
  },
  growFolder: {
    kind: 'text',
    section: 'growth',
    label: 'Folder for new entries',
    sentence: 'Where new entries from chats are proposed; empty for where entries of their type are.',
    default: '',
    placeholder: 'Lore',
    pattern: /^(?!.*(?:^|[/\\])\s*\.)[^:\0]*$/,
    longest: 500,
  },
  growInstructions: {
    kind: 'text',
    section: 'growth',
    label: 'Instructions',
    sentence: 'What new entries, keys, summaries and reviews are to keep to, such as language, tone and length.',
    default: '',
    longest: 20_000,
  },
  growTokens: {
    kind: 'number',
    section: 'growth',
    label: 'Size of a question',
    sentence:
      'Roughly how many tokens of chat or notes one question holds; smaller ones are read more closely and cost more.',
    default: 6_000,
    smallest: 500,
    largest: 500_000,
    unit: 'tokens',
  },
  summaryLength: {
    kind: 'number',
    section: 'growth',
    label: 'Length of a summary',
    sentence: 'How long the summary of an entry may be.',
    default: 400,
    smallest: 80,
    largest: 4_000,
    unit: 'characters',
  },
  reviewFolder: {
    kind: 'text',
    section: 'growth',
    label: 'Folder for reviews',
    sentence: 'Where the reports of reviews are proposed; they are no lore.',
    default: 'Reviews',
    placeholder: 'Reviews',
    pattern: /^(?!.*(?:^|[/\\])\s*\.)[^:\0]*$/,
    longest: 500,
  },
} as const satisfies Record<string, SettingRow>;
