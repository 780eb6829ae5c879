import type { Position, Role } from '../../lore/entry-fields';
import type { SettingRow } from '../setting-row';

/** What positions are called. */
export const positionLabels = {
  before: 'Before the main prompt',
  after: 'After the main prompt',
  in_chat: 'In the chat, at a depth',
  before_char: 'Before the character',
  after_char: 'After the character',
  author_note_top: 'Top of the author’s note',
  author_note_bottom: 'Bottom of the author’s note',
  examples_top: 'Before the example dialogue',
  examples_bottom: 'After the example dialogue',
  outlet: 'Outlet',
} as const satisfies Record<Position, string>;

/** What roles are called. */
export const roleLabels = { system: 'System', user: 'User', assistant: 'Assistant' } as const satisfies Record<
  Role,
  string
>;

/** Where texts land in the prompt, and how they are written. */
export const placementRows = {
  position: {
    kind: 'choice',
    section: 'placement',
    label: 'Position',
    sentence: 'Where the text of entries lands that do not say it themselves.',
    default: 'after',
    options: positionLabels,
  },
  depth: {
    kind: 'number',
    section: 'placement',
    label: 'Depth',
    sentence: 'For the position in_chat: how many messages from the end.',
    default: 4,
    smallest: 0,
    largest: 10_000,
    unit: 'messages',
  },
  role: {
    kind: 'choice',
    section: 'placement',
    label: 'Role',
    sentence: 'For the position in_chat: the role of the text.',
    default: 'system',
    options: roleLabels,
  },
  template: {
    kind: 'text',
    section: 'placement',
    label: 'Template',
    sentence: 'How an entry is written into the prompt; {{title}} and {{content}} are filled in.',
    default: '<{{title}}>\n{{content}}\n</{{title}}>',
    longest: 4_000,
  },
  expandEmbeds: {
    kind: 'toggle',
    section: 'placement',
    label: 'Write out embeds',
    sentence: 'Where a text embeds another entry, that entry’s text stands in its place.',
    default: false,
  },
  notebookPosition: {
    kind: 'choice',
    section: 'placement',
    label: 'Notebook position',
    sentence: 'Where the notebook of a chat lands, if the chat does not say it.',
    default: 'in_chat',
    options: positionLabels,
  },
  notebookDepth: {
    kind: 'number',
    section: 'placement',
    label: 'Notebook depth',
    sentence: 'For a notebook in the chat: how many messages from the end.',
    default: 4,
    smallest: 0,
    largest: 10_000,
    unit: 'messages',
  },
  notebookRole: {
    kind: 'choice',
    section: 'placement',
    label: 'Notebook role',
    sentence: 'For a notebook in the chat: the role of the text.',
    default: 'system',
    options: roleLabels,
  },
  separateEntries: {
    kind: 'toggle',
    section: 'placement',
    label: 'One injection per entry',
    sentence: 'Entries are not joined, so that each can become a message of its own.',
    default: false,
  },
  stableOrder: {
    kind: 'toggle',
    section: 'placement',
    label: 'Stable order',
    sentence: 'Entries of the last turn stay in front in their old order, so that prompt caches keep working.',
    default: false,
  },
} as const satisfies Record<string, SettingRow>;
