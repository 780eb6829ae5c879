import type { SettingRow } from '../setting-row';

/** What is kept. */
export const advancedRows = {
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
