import type { SettingRow } from '../setting-row';

/** What is kept and shown. */
export const advancedRows = {
  setupSteps: {
    kind: 'toggle',
    section: 'advanced',
    label: 'Show the first steps',
    sentence: 'The home panel shows the steps of the set-up until all of them are done.',
    default: true,
  },
  generationsKept: {
    kind: 'number',
    section: 'advanced',
    label: 'Turns kept',
    sentence: 'How many turns of each chat can be looked at afterwards, the newest of them also after a restart.',
    default: 50,
    smallest: 1,
    largest: 2_000,
    unit: 'turns',
  },
} as const satisfies Record<string, SettingRow>;
