import type { SettingRow } from '../setting-row';

/** Lore gaps, and the tools of the AI that writes. */
export const gapRows = {
  gapScan: {
    kind: 'toggle',
    section: 'gaps',
    label: 'Look for unknown names',
    sentence: 'After each reply, names that no key, title or alias knows are noted as lore gaps. Works without AI.',
    default: true,
  },
  gapScanMentions: {
    kind: 'number',
    section: 'gaps',
    label: 'Mentions',
    sentence: 'How often replies must use a name before it is noted; less certain names need a little more.',
    default: 3,
    smallest: 1,
    largest: 100,
    unit: 'mentions',
  },
  gapScanAi: {
    kind: 'toggle',
    section: 'gaps',
    label: 'Better with AI',
    sentence:
      'The model of Auto Lorebook says which new finds are names before they are noted; costs a request now and then.',
    default: false,
  },
  searchTool: {
    kind: 'toggle',
    section: 'gaps',
    label: 'The writing AI may search lore',
    sentence:
      'Offers the tool search_lore to the model that writes, where the user of the client has switched tools on.',
    default: true,
  },
  searchesPerTurn: {
    kind: 'number',
    section: 'gaps',
    label: 'Searches for each reply',
    sentence: 'How often the writing AI may search for one reply.',
    default: 2,
    smallest: 1,
    largest: 20,
    unit: 'searches',
  },
  searchLength: {
    kind: 'number',
    section: 'gaps',
    label: 'Length of an answer',
    sentence: 'How many characters the answer to one search may have.',
    default: 4_000,
    smallest: 500,
    largest: 100_000,
    unit: 'characters',
  },
  flagTool: {
    kind: 'toggle',
    section: 'gaps',
    label: 'The writing AI may flag gaps',
    sentence: 'Offers the tool flag_lore likewise: the model that writes notes what the lore lacks or has wrong.',
    default: true,
  },
  flagsPerTurn: {
    kind: 'number',
    section: 'gaps',
    label: 'Flags for each reply',
    sentence: 'How many gaps the writing AI may note for one reply.',
    default: 5,
    smallest: 1,
    largest: 50,
    unit: 'flags',
  },
} as const satisfies Record<string, SettingRow>;
