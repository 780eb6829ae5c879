import type { EntryKey } from '../lore/entry-key';
import type { LoreEntry } from '../lore/lore-entry';

/** What a key is for. */
export const keyRoles = ['primary', 'refine', 'exclude', 'exclude-all', 'additional'] as const;
export type KeyRole = (typeof keyRoles)[number];

/** Every key of an entry with its role. */
export function keysWithRoles(entry: LoreEntry): readonly { readonly role: KeyRole; readonly key: EntryKey }[] {
  const lists: Readonly<Record<KeyRole, readonly EntryKey[]>> = {
    primary: entry.keys,
    refine: entry.refineKeys,
    exclude: entry.excludeKeys,
    'exclude-all': entry.decorators.excludeKeysAll,
    additional: entry.decorators.additionalKeys.flat(),
  };
  return keyRoles.flatMap((role) => lists[role].map((key) => ({ role, key })));
}
