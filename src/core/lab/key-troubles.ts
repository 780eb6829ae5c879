/** What can be wrong with a key that is looked for in chats. */
export const keyTroubles = ['swallowed', 'shadowed', 'silent', 'redundant', 'contradicted'] as const;
export type KeyTrouble = (typeof keyTroubles)[number];
