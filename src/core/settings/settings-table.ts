import { advancedRows } from './rows/advanced-rows';
import { aiRows } from './rows/ai-rows';
import { budgetRows } from './rows/budget-rows';
import { editRows } from './rows/edit-rows';
import { gapRows } from './rows/gap-rows';
import { generalRows } from './rows/general-rows';
import { growthRows } from './rows/growth-rows';
import { healthRows } from './rows/health-rows';
import { librarianRows } from './rows/librarian-rows';
import { matchingRows } from './rows/matching-rows';
import { notepadRows } from './rows/notepad-rows';
import { placementRows } from './rows/placement-rows';
import { scribeRows } from './rows/scribe-rows';
import { serverRows } from './rows/server-rows';
import { vaultRows } from './rows/vault-rows';
import type { SettingRow } from './setting-row';

/** Every setting. Settings tab, validation, REST and docs walk this table. */
export const settingsTable = {
  ...generalRows,
  ...matchingRows,
  ...aiRows,
  ...budgetRows,
  ...placementRows,
  ...editRows,
  ...librarianRows,
  ...gapRows,
  ...scribeRows,
  ...notepadRows,
  ...growthRows,
  ...vaultRows,
  ...serverRows,
  ...healthRows,
  ...advancedRows,
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
