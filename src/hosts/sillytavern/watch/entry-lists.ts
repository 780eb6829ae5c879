import { objectOf } from '../json-value';

/** The lists in which SillyTavern hands the entries of a scan to extensions. */
const listNames = ['globalLore', 'characterLore', 'chatLore', 'personaLore'] as const;

/** The lists of a scan that an extension may read and shorten. */
export function entryLists(loaded: unknown): readonly unknown[][] {
  const lists = objectOf(loaded);
  return listNames.map((name) => lists?.[name]).filter(isList);
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
