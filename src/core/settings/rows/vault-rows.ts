import type { SettingRow } from '../setting-row';

/** Vaults that are read beside the own one, and what is told of changes in the index. */
export const vaultRows = {
  sameTitlePolicy: {
    kind: 'choice',
    section: 'vaults',
    label: 'Same title in several vaults',
    sentence: 'Which entry is used where several vaults have one of the same title.',
    default: 'all',
    options: {
      all: 'All, with the name of their vault',
      first: 'That of the first vault in the list',
      last: 'That of the last vault in the list',
      merge: 'All in one, the first leads',
    },
  },
  remoteVaultInterval: {
    kind: 'number',
    section: 'vaults',
    label: 'Look for changes in remote vaults',
    sentence: 'So often remote vaults are looked at again; 0 does it by hand only.',
    default: 60,
    smallest: 0,
    largest: 86_400,
    unit: 'seconds',
  },
  indexReportNotice: {
    kind: 'toggle',
    section: 'vaults',
    label: 'Say what changed in the lore',
    sentence:
      'Show a notice when entries came, went or changed. What you write yourself in this vault is not announced.',
    default: true,
  },
} as const satisfies Record<string, SettingRow>;
