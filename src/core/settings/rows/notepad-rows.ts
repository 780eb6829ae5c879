import type { SettingRow } from '../setting-row';
import { positionLabels, roleLabels } from './placement-rows';

/** How the AI that writes keeps notes for itself. */
export const notepadRows = {
  notepadMode: {
    kind: 'choice',
    section: 'notepad',
    label: 'Notes of the AI',
    sentence:
      'The AI ends its reply with notes that are taken out of it, or a model is asked for them after each reply.',
    default: 'off',
    options: { off: 'Off', tag: 'Written with the reply', extract: 'Asked for after the reply' },
  },
  notepadTag: {
    kind: 'text',
    section: 'notepad',
    label: 'Tag',
    sentence: 'For notes written with the reply: the tag around them.',
    default: 'ai-notes',
    pattern: /^[A-Za-z][\w-]{0,39}$/,
    longest: 40,
  },
  notepadTokens: {
    kind: 'number',
    section: 'notepad',
    label: 'Most tokens',
    sentence: 'How long the notes in the prompt may be together; the oldest are left out first.',
    default: 1_000,
    smallest: 20,
    largest: 1_000_000,
    unit: 'tokens',
  },
  notepadInstructions: {
    kind: 'text',
    section: 'notepad',
    label: 'Instructions',
    sentence: 'What is to be noted and how, in place of the built-in instructions; {{tag}} is filled in.',
    default: '',
    longest: 20_000,
  },
  notepadPosition: {
    kind: 'choice',
    section: 'notepad',
    label: 'Position',
    sentence: 'Where the notes land in the prompt, if the chat does not say it.',
    default: 'in_chat',
    options: positionLabels,
  },
  notepadDepth: {
    kind: 'number',
    section: 'notepad',
    label: 'Depth',
    sentence: 'For notes in the chat: how many messages from the end.',
    default: 4,
    smallest: 0,
    largest: 10_000,
    unit: 'messages',
  },
  notepadRole: {
    kind: 'choice',
    section: 'notepad',
    label: 'Role',
    sentence: 'For notes in the chat: the role of the text.',
    default: 'system',
    options: roleLabels,
  },
} as const satisfies Record<string, SettingRow>;
