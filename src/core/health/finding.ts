import type { FieldName } from '../lore/entry-fields';
import type { LoreEntry } from '../lore/lore-entry';
import type { SettingName } from '../settings/settings-table';
import type { FindingCode } from './health-kinds';

/** What a check found. */
export interface Finding {
  readonly code: FindingCode;
  /** The entry that it is about; undefined for settings and for the vault as a whole. */
  readonly entry?: LoreEntry;
  /** What the user wrote. */
  readonly text: string;
  readonly detail: string;
  /** The property to look at. */
  readonly property?: FieldName;
  /** The words of the note to look at. */
  readonly words?: string;
  /** The setting to look at. */
  readonly setting?: SettingName;
}

/** Where a finding is to be looked at. */
type Place = Pick<Finding, 'property' | 'words' | 'setting'>;

/** Something found in an entry. */
export function inEntry(code: FindingCode, entry: LoreEntry, text = '', detail = '', place: Place = {}): Finding {
  return { code, entry, text, detail, ...place };
}

/** Something found in the settings, or in the vault as a whole. */
export function inVault(code: FindingCode, text = '', detail = '', place: Place = {}): Finding {
  return { code, text, detail, ...place };
}
