import { type SettingRow } from './setting-row';
import { settingsTable, type SettingName, type Settings } from './settings-table';

/** A setting whose stored or given value is not allowed. */
export interface SettingProblem {
  readonly name: string;
  /** What is wrong, for the user. */
  readonly message: string;
}

/** All names, in the table's order. */
export function settingNames(): readonly SettingName[] {
  return Object.keys(settingsTable).filter((name): name is SettingName => name in settingsTable);
}

/** The row of a setting, without the detail of its own type. */
export function settingRow(name: SettingName): SettingRow {
  return settingsTable[name];
}

/** The settings with which everybody starts. */
export const defaultSettings: Settings = Object.fromEntries(
  settingNames().map((name) => [name, settingsTable[name].default]),
  // Each row's default has the row's own value type.
) as unknown as Settings;

/** Reads stored settings: unknown names are left out, values that are not allowed keep the default and are reported. */
export function readSettings(stored: unknown): {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
} {
  return changeSettings(defaultSettings, stored, 'lenient');
}

/**
 * Applies changes to settings. With `strict` one wrong value or unknown name refuses the whole change (the settings
 * come back as they were, with problems); with `lenient` wrong values keep what was there.
 */
export function changeSettings(
  settings: Settings,
  changes: unknown,
  mode: 'strict' | 'lenient',
): { readonly settings: Settings; readonly problems: readonly SettingProblem[] } {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return { settings, problems: [] };
  const next: Record<string, unknown> = { ...settings };
  const problems: SettingProblem[] = [];
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(settingsTable, name)) {
      if (mode === 'strict') problems.push({ name, message: `There is no setting "${name}".` });
      continue;
    }
    const complaint = whyNotAllowed(settingsTable[name as SettingName], value);
    if (complaint === undefined) next[name] = value;
    else problems.push({ name, message: complaint });
  }
  if (mode === 'strict' && problems.length > 0) return { settings, problems };
  return { settings: next as unknown as Settings, problems };
}

/** Why a value is not allowed for a setting, or undefined when it is. */
export function whyNotAllowed(row: SettingRow, value: unknown): string | undefined {
  switch (row.kind) {
    case 'toggle':
      return typeof value === 'boolean' ? undefined : `"${row.label}" is on or off.`;
    case 'number':
      return isWholeIn(value, row.smallest, row.largest)
        ? undefined
        : `"${row.label}" is a whole number from ${String(row.smallest)} to ${String(row.largest)}.`;
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(row.options, value)
        ? undefined
        : `"${row.label}" is one of ${Object.keys(row.options).join(', ')}.`;
    case 'text':
      return typeof value === 'string' && isTextFor(row, value) ? undefined : `"${row.label}" is not a usable text.`;
    case 'list':
      return Array.isArray(value) &&
        value.length <= row.most &&
        value.every((item) => typeof item === 'string' && (row.pattern?.test(item) ?? true))
        ? undefined
        : `"${row.label}" is a list in which each item has the right form.`;
  }
}

function isWholeIn(value: unknown, smallest: number, largest: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= smallest && value <= largest;
}

function isTextFor(row: Extract<SettingRow, { kind: 'text' }>, value: string): boolean {
  return value.length <= row.longest && (row.pattern?.test(value) ?? true);
}
