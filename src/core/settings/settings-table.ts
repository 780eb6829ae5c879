import type { Position, Role } from '../lore/entry-fields';

/** The sections of the settings, in the order in which they are shown. */
export const settingSections = ['general', 'matching', 'ai', 'budget', 'placement', 'server', 'advanced'] as const;
export type SettingSection = (typeof settingSections)[number];

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

const TAG = /^[^\s#,]+$/;

const positionLabels = {
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

const roleLabels = { system: 'System', user: 'User', assistant: 'Assistant' } as const satisfies Record<Role, string>;

/** Every setting. Settings tab, validation, REST and docs walk this table. */
export const settingsTable = {
  loreTag: {
    kind: 'text',
    section: 'general',
    label: 'Lore tag',
    sentence: 'Notes with this tag are lore entries; nested tags below it count too.',
    default: 'lorebook',
    pattern: TAG,
    longest: 100,
  },
  alwaysTag: {
    kind: 'text',
    section: 'general',
    label: 'Constant tag',
    sentence: 'Entries with this tag are always selected.',
    default: 'lorebook-always',
    pattern: TAG,
    longest: 100,
  },
  neverTag: {
    kind: 'text',
    section: 'general',
    label: 'Never tag',
    sentence: 'Entries with this tag are listed but never injected.',
    default: 'lorebook-never',
    pattern: TAG,
    longest: 100,
  },
  bootstrapTag: {
    kind: 'text',
    section: 'general',
    label: 'Bootstrap tag',
    sentence: 'Entries with this tag are selected while a chat is new.',
    default: 'lorebook-bootstrap',
    pattern: TAG,
    longest: 100,
  },
  seedTag: {
    kind: 'text',
    section: 'general',
    label: 'Seed tag',
    sentence: 'Entries with this tag give the AI selection its story context while a chat is new.',
    default: 'lorebook-seed',
    pattern: TAG,
    longest: 100,
  },
  guideTag: {
    kind: 'text',
    section: 'general',
    label: 'Guide tag',
    sentence: 'Notes with this tag are writing guides that only the Librarian reads.',
    default: 'lorebook-guide',
    pattern: TAG,
    longest: 100,
  },
  sessionTag: {
    kind: 'text',
    section: 'general',
    label: 'Session tag',
    sentence: 'Notes with this tag are session summaries, not lore.',
    default: 'lorebook-session',
    pattern: TAG,
    longest: 100,
  },
  importFolder: {
    kind: 'text',
    section: 'general',
    label: 'Folder for imports',
    sentence: 'Lorebooks of other programs become folders of notes in here.',
    default: 'Lorebooks',
    pattern: /^(?!.*(?:^|[/\\])\s*\.)[^:\0]*$/,
    longest: 500,
  },
  templateFolder: {
    kind: 'text',
    section: 'general',
    label: 'Template folder',
    sentence: 'Notes in this folder are templates, not entries.',
    default: 'Templates',
    placeholder: 'Templates',
    longest: 500,
  },

  scanDepth: {
    kind: 'number',
    section: 'matching',
    label: 'Scan depth',
    sentence: 'How many of the last visible messages are searched for keys.',
    default: 4,
    smallest: 0,
    largest: 1_000,
    unit: 'messages',
  },
  wholeWords: {
    kind: 'toggle',
    section: 'matching',
    label: 'Match whole words',
    sentence: 'A key must stand as a word of its own; scripts written without spaces are matched anywhere.',
    default: true,
  },
  caseSensitive: {
    kind: 'toggle',
    section: 'matching',
    label: 'Case-sensitive',
    sentence: 'Letter case counts when keys are compared.',
    default: false,
  },
  speakerNames: {
    kind: 'toggle',
    section: 'matching',
    label: 'Search speaker names',
    sentence: 'The name of who speaks is part of the searched text.',
    default: true,
  },
  aliasesAreKeys: {
    kind: 'toggle',
    section: 'matching',
    label: 'Aliases are keys',
    sentence: 'An entry is also woken by its aliases.',
    default: true,
  },
  activeCharacter: {
    kind: 'toggle',
    section: 'matching',
    label: 'Include the active character',
    sentence: 'The entry about the character who speaks next is selected.',
    default: false,
  },
  newChatThreshold: {
    kind: 'number',
    section: 'matching',
    label: 'New chat threshold',
    sentence: 'A chat counts as new up to this many messages.',
    default: 3,
    smallest: 0,
    largest: 1_000,
    unit: 'messages',
  },
  recursion: {
    kind: 'toggle',
    section: 'matching',
    label: 'Recursion',
    sentence: 'The text of selected entries is searched for keys of further entries.',
    default: false,
  },
  recursionSteps: {
    kind: 'number',
    section: 'matching',
    label: 'Recursion steps',
    sentence: 'How many times the text of newly found entries is searched again.',
    default: 3,
    smallest: 0,
    largest: 1_000,
    unit: 'steps',
  },
  minActivations: {
    kind: 'number',
    section: 'matching',
    label: 'Minimum activations',
    sentence: 'Older messages are searched until so many entries were found; 0 switches this off.',
    default: 0,
    smallest: 0,
    largest: 1_000,
    unit: 'entries',
  },
  minActivationsDepth: {
    kind: 'number',
    section: 'matching',
    label: 'Minimum activations depth',
    sentence: 'The oldest message that the search for minimum activations may reach; 0 means all.',
    default: 0,
    smallest: 0,
    largest: 100_000,
    unit: 'messages',
  },
  groupScoring: {
    kind: 'toggle',
    section: 'matching',
    label: 'Group scoring',
    sentence: 'Of an inclusion group the entry with the most matching keys is used.',
    default: false,
  },
  reinjectionCooldown: {
    kind: 'number',
    section: 'matching',
    label: 'Re-injection cooldown',
    sentence: 'Entries that were in one of the last turns are left out for so many turns; 0 switches this off.',
    default: 0,
    smallest: 0,
    largest: 50,
    unit: 'turns',
  },
  contextTolerance: {
    kind: 'choice',
    section: 'matching',
    label: 'Context tolerance',
    sentence: 'How strictly context fields are compared where a field does not say it.',
    default: 'moderate',
    options: {
      strict: 'Strict: what is not set in the chat refuses',
      moderate: 'Moderate: only differing values refuse',
      lenient: 'Lenient: differing values pass, exclusions refuse',
    },
  },
  decorators: {
    kind: 'choice',
    section: 'matching',
    label: 'Decorators',
    sentence: 'How lines that begin with @@ at the very beginning of a text are read, where a book does not say it.',
    default: 'ours',
    options: {
      ours: 'By the rules of Lorehearth',
      ccv3: 'As in character cards (CCv3)',
      risu: 'As in RisuAI',
      off: 'Not at all: they stay in the text',
    },
  },
  bookDefinitions: {
    kind: 'text',
    section: 'matching',
    label: 'Books',
    sentence: 'The note that gives folders settings of their own.',
    default: 'Lorehearth/Books.md',
    longest: 500,
  },
  fieldDefinitions: {
    kind: 'text',
    section: 'matching',
    label: 'Field definitions',
    sentence: 'The note or YAML file that defines the context fields.',
    default: 'Lorehearth/field-definitions.yaml',
    longest: 500,
  },
  fuzzy: {
    kind: 'toggle',
    section: 'matching',
    label: 'Fuzzy search',
    sentence: 'Entries whose text resembles the last messages are candidates too.',
    default: false,
  },
  fuzzyThreshold: {
    kind: 'number',
    section: 'matching',
    label: 'Fuzzy threshold',
    sentence: 'How near an entry must come to the best one to be a candidate.',
    default: 60,
    smallest: 1,
    largest: 100,
    unit: '%',
  },

  selectionMode: {
    kind: 'choice',
    section: 'ai',
    label: 'Selection',
    sentence: 'How the entries of a turn are selected.',
    default: 'keywords',
    options: {
      keywords: 'Keywords alone',
      'two-stage': 'Keywords, then AI',
      'ai-only': 'AI from the whole vault',
    },
  },
  aiPolicy: {
    kind: 'choice',
    section: 'ai',
    label: 'AI result',
    sentence: 'What the choice of the AI does with what keywords found.',
    default: 'replace',
    options: { replace: 'It takes its place', merge: 'It adds to it' },
  },
  aiErrorFallback: {
    kind: 'choice',
    section: 'ai',
    label: 'When the AI fails',
    sentence: 'What goes in when the AI cannot be asked or does not answer in time.',
    default: 'best',
    options: {
      best: 'What keywords found; from the whole vault, the most important',
      keywords: 'What keywords found',
      forced: 'What is always selected',
      nothing: 'Nothing',
    },
  },
  aiEmptyFallback: {
    kind: 'choice',
    section: 'ai',
    label: 'When the AI chooses nothing',
    sentence: 'What goes in when the AI says that no entry fits.',
    default: 'forced',
    options: { forced: 'What is always selected', keywords: 'What keywords found', nothing: 'Nothing' },
  },
  aiDepth: {
    kind: 'number',
    section: 'ai',
    label: 'AI scan depth',
    sentence: 'How many of the last visible messages the AI reads.',
    default: 4,
    smallest: 1,
    largest: 100,
    unit: 'messages',
  },
  aiThreshold: {
    kind: 'choice',
    section: 'ai',
    label: 'Confidence threshold',
    sentence: 'How sure the AI must be of an entry.',
    default: 'low',
    options: { low: 'Low: everything that it names', medium: 'Medium', high: 'High: only what it is sure of' },
  },
  aiSummaries: {
    kind: 'choice',
    section: 'ai',
    label: 'What the AI reads of an entry',
    sentence: 'What stands for an entry in the list that the AI chooses from.',
    default: 'prefer_summary',
    options: {
      prefer_summary: 'Its summary, else the beginning of its text',
      summary_only: 'Its summary; entries without one are not offered',
      content_only: 'The beginning of its text',
    },
  },
  aiSummaryLength: {
    kind: 'number',
    section: 'ai',
    label: 'Excerpt length',
    sentence: 'How much of an entry’s text stands for a missing summary.',
    default: 600,
    smallest: 100,
    largest: 4_000,
    unit: 'characters',
  },
  aiInstructions: {
    kind: 'text',
    section: 'ai',
    label: 'AI instructions',
    sentence: 'Takes the place of the built-in instructions; {{picks}} becomes the number of entries to choose.',
    default: '',
    longest: 20_000,
  },
  aiCategories: {
    kind: 'toggle',
    section: 'ai',
    label: 'Category filter',
    sentence: 'Among many candidates the AI first names the categories that matter; what a key names always stays.',
    default: false,
  },
  aiCategoryShare: {
    kind: 'number',
    section: 'ai',
    label: 'Category filter limit',
    sentence: 'The filter is not used when it would take away more than this share of the candidates.',
    default: 80,
    smallest: 1,
    largest: 100,
    unit: '%',
  },
  aiManifestTokens: {
    kind: 'number',
    section: 'ai',
    label: 'List limit',
    sentence: 'Roughly the most tokens of the list that the AI chooses from; less important entries are left out.',
    default: 40_000,
    smallest: 500,
    largest: 1_000_000,
    unit: 'tokens',
  },
  prepareAhead: {
    kind: 'toggle',
    section: 'ai',
    label: 'Prepare ahead',
    sentence: 'After each reply the AI is asked for the next turn already, so that sending does not wait.',
    default: false,
  },

  budgetKind: {
    kind: 'choice',
    section: 'budget',
    label: 'Budget',
    sentence: 'How the token budget is set.',
    default: 'tokens',
    options: {
      tokens: 'Fixed number of tokens',
      percent: 'Share of the context size',
      unlimited: 'Unlimited, up to the safe share',
    },
  },
  tokenBudget: {
    kind: 'number',
    section: 'budget',
    label: 'Token budget',
    sentence: 'The most tokens of lore in one turn.',
    default: 3_072,
    smallest: 1,
    largest: 1_000_000,
    unit: 'tokens',
  },
  budgetPercent: {
    kind: 'number',
    section: 'budget',
    label: 'Budget share',
    sentence: 'The share of the context size that lore may take, when the budget is a share.',
    default: 25,
    smallest: 1,
    largest: 100,
    unit: '%',
  },
  budgetCap: {
    kind: 'number',
    section: 'budget',
    label: 'Budget cap',
    sentence: 'The most tokens of lore when the budget is a share of the context; 0 means no cap.',
    default: 0,
    smallest: 0,
    largest: 1_000_000,
    unit: 'tokens',
  },
  constantsReserve: {
    kind: 'number',
    section: 'budget',
    label: 'Reserve for constants',
    sentence: 'Tokens of the budget that only constant entries may use; 0 lets them share it with all others.',
    default: 0,
    smallest: 0,
    largest: 1_000_000,
    unit: 'tokens',
  },
  entryLimit: {
    kind: 'number',
    section: 'budget',
    label: 'Entry limit',
    sentence: 'The most entries in one turn; 0 means no limit.',
    default: 10,
    smallest: 0,
    largest: 10_000,
    unit: 'entries',
  },
  safeShare: {
    kind: 'number',
    section: 'budget',
    label: 'Safe share',
    sentence: 'Lore never takes more than this share of the context, whatever the budget says.',
    default: 50,
    smallest: 1,
    largest: 100,
    unit: '%',
  },

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
  truncate: {
    kind: 'toggle',
    section: 'budget',
    label: 'Shorten the last entry',
    sentence: 'An entry that does not fit is cut at the end of a sentence instead of being left out.',
    default: false,
  },

  serve: {
    kind: 'toggle',
    section: 'server',
    label: 'Serve SillyTavern',
    sentence: 'Listen on this computer for requests of SillyTavern.',
    default: false,
  },
  port: {
    kind: 'number',
    section: 'server',
    label: 'Port',
    sentence: 'The port of the server on this computer.',
    default: 27_673,
    smallest: 1_024,
    largest: 65_535,
    unit: '',
  },
  fixedPort: {
    kind: 'toggle',
    section: 'server',
    label: 'Fixed port',
    sentence: 'Do not move to the next free port when the port is taken.',
    default: false,
  },
  origins: {
    kind: 'list',
    section: 'server',
    label: 'Allowed origins',
    sentence: 'Addresses of web pages that may ask, besides SillyTavern on its usual port.',
    default: [],
    pattern: /^https?:\/\/[^/\s*]+$/,
    most: 100,
  },
  hosts: {
    kind: 'list',
    section: 'server',
    label: 'Allowed host names',
    sentence: 'Further names under which this server may be addressed.',
    default: [],
    pattern: /^[^\s/:*]+(:\d+)?$/,
    most: 100,
  },

  generationsKept: {
    kind: 'number',
    section: 'advanced',
    label: 'Turns kept',
    sentence: 'How many turns of each chat can be looked at afterwards.',
    default: 50,
    smallest: 1,
    largest: 1_000,
    unit: 'turns',
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settingsTable;

type ValueOf<Row> = Row extends { kind: 'toggle' }
  ? boolean
  : Row extends { kind: 'number' }
    ? number
    : Row extends { kind: 'choice'; options: infer Options }
      ? Extract<keyof Options, string>
      : Row extends { kind: 'list' }
        ? readonly string[]
        : string;

/** The values of all settings. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof settingsTable)[Name]> };
