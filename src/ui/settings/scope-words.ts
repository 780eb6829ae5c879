import type { Scope } from '../../server/contract/wire-server';

/** What a token may do, in the order in which it grows. */
export const scopeWords: Readonly<Record<Scope, { readonly label: string; readonly sentence: string }>> = {
  generate: { label: 'Ask for lore', sentence: 'What SillyTavern needs for each reply.' },
  read: { label: 'Read', sentence: 'Entries, turns and settings.' },
  write: { label: 'Change', sentence: 'Chats, notes and imports.' },
  admin: { label: 'Everything', sentence: 'Settings, keys of models and other tokens too.' },
};

/** All that a token may do, as the end of a sentence. */
export function scopeList(scopes: readonly Scope[]): string {
  if (scopes.includes('admin')) return 'may do everything';
  const words: Readonly<Record<Exclude<Scope, 'admin'>, string>> = {
    generate: 'ask for lore',
    read: 'read',
    write: 'change notes and chats',
  };
  const allowed = scopes.flatMap((scope) => (scope === 'admin' ? [] : [words[scope]]));
  const last = allowed.at(-1);
  if (last === undefined) return 'may do nothing';
  const before = allowed.slice(0, -1).join(', ');
  return `may ${before === '' ? last : `${before} and ${last}`}`;
}
