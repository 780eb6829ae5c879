/** The sections of the settings, in the order in which they are shown. */
export const settingSections = [
  'general',
  'matching',
  'ai',
  'budget',
  'placement',
  'edits',
  'librarian',
  'gaps',
  'scribe',
  'notepad',
  'growth',
  'vaults',
  'server',
  'advanced',
] as const;
export type SettingSection = (typeof settingSections)[number];

/** What each section is called, and what it is about in one sentence. */
export const sectionWords = {
  general: { title: 'Lore notes', sentence: 'Which notes are lore entries.' },
  matching: { title: 'Matching', sentence: 'How keys are looked for in the messages.' },
  ai: { title: 'AI selection', sentence: 'How a model helps to choose entries.' },
  budget: { title: 'Budget', sentence: 'How much lore a turn may take.' },
  placement: { title: 'Placement', sentence: 'Where the text of entries lands in the prompt.' },
  edits: { title: 'Changes to notes', sentence: 'What tools may change, and how long it can be undone.' },
  librarian: { title: 'Librarian', sentence: 'How the Librarian works, and what models cost.' },
  gaps: {
    title: 'Lore gaps',
    sentence: 'What the story uses and the lore lacks, and what the AI that writes may look up and note.',
  },
  scribe: { title: 'Scribe', sentence: 'How summaries of chats are written, and where they are read.' },
  notepad: { title: 'AI notepad', sentence: 'Notes that the AI that writes keeps for itself.' },
  growth: {
    title: 'Growing the lore',
    sentence: 'How models find new entries, better keys and summaries, and review the lore.',
  },
  vaults: { title: 'Vaults', sentence: 'Vaults that are read beside this one.' },
  server: { title: 'Server and clients', sentence: 'Port, allowed pages, and who may ask.' },
  advanced: { title: 'Advanced', sentence: 'What is kept and shown.' },
} as const satisfies Record<SettingSection, { readonly title: string; readonly sentence: string }>;

interface SettingBase<Value> {
  readonly section: SettingSection;
  readonly label: string;
  /** One sentence for the user. */
  readonly sentence: string;
  readonly default: Value;
}

/** One setting: its kind says what values it takes and how it is edited. */
export type SettingRow =
  | (SettingBase<boolean> & { readonly kind: 'toggle' })
  | (SettingBase<string> & {
      readonly kind: 'text';
      readonly placeholder?: string;
      readonly pattern?: RegExp;
      readonly longest: number;
    })
  | (SettingBase<number> & {
      readonly kind: 'number';
      readonly smallest: number;
      readonly largest: number;
      readonly unit: string;
    })
  | (SettingBase<string> & { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> })
  | (SettingBase<readonly string[]> & { readonly kind: 'list'; readonly pattern?: RegExp; readonly most: number });
