import type { HookPermission } from '../../core/pipeline/hook';

/** What a permission lets another plugin do, after “may”. */
export const permissionWords: Readonly<Record<HookPermission, string>> = {
  'read-chat': 'read the messages of the chat',
  'read-lore': 'read the texts of lore notes',
  'change-selection': 'change which lore is selected',
  'change-text': 'change the texts that go into the prompt',
};

/** Several permissions in one phrase. */
export function permissionPhrase(permissions: readonly HookPermission[]): string {
  const words = permissions.map((permission) => permissionWords[permission]);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
