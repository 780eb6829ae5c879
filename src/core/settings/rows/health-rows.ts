import type { SettingRow } from '../setting-row';

/** From when on the health check tells of something, and where lore tests are. */
export const healthRows = {
  longEntryTokens: {
    kind: 'number',
    section: 'advanced',
    label: 'Long entry',
    sentence: 'The health check tells of entries with more tokens than this.',
    default: 1_500,
    smallest: 50,
    largest: 1_000_000,
    unit: 'tokens',
  },
  sharedKeyEntries: {
    kind: 'number',
    section: 'advanced',
    label: 'Key of many entries',
    sentence: 'The health check tells of keys that more entries than this have.',
    default: 5,
    smallest: 2,
    largest: 10_000,
    unit: 'entries',
  },
  frequentKeyShare: {
    kind: 'number',
    section: 'advanced',
    label: 'Key in almost every turn',
    sentence: 'The health check tells of keys that were found in more than this share of the turns kept.',
    default: 80,
    smallest: 10,
    largest: 99,
    unit: '%',
  },
  loreTestsFile: {
    kind: 'text',
    section: 'advanced',
    label: 'Lore tests',
    sentence: 'A YAML file of tests of the lore, besides those in notes.',
    default: 'Lorehearth/lore-tests.yaml',
    pattern: /^(?!.*(?:^|[/\\])\s*\.)[^:\0]*$/,
    longest: 500,
  },
  testOnSave: {
    kind: 'toggle',
    section: 'advanced',
    label: 'Test on save',
    sentence: 'The lore tests run by themselves a few seconds after notes were changed.',
    default: false,
  },
} as const satisfies Record<string, SettingRow>;
