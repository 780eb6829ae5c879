/** Where a World Info book is attached. A book in several scopes counts once: global, chat, persona, character. */
export type BookScope = 'global' | 'chat' | 'persona' | 'character';

/** SillyTavern's setting for books of the character and global ones: 0 considers them together, 1 and 2 the first or the second before the other. */
export type CharacterStrategy = 'evenly' | 'character-first' | 'global-first';

/** SillyTavern's `world_info_character_strategy`; anything else is its default. */
export function readCharacterStrategy(value: unknown): CharacterStrategy {
  if (value === 0) return 'evenly';
  return value === 2 ? 'global-first' : 'character-first';
}

/**
 * How many kinds of books are considered after this one: SillyTavern fills its budget and its groups from the chat's
 * book first, then from the persona's, then by the strategy from the character's and the global ones.
 */
export function bookRank(scope: BookScope, strategy: CharacterStrategy): number {
  if (scope === 'chat') return 3;
  if (scope === 'persona') return 2;
  return (scope === 'character' ? strategy === 'character-first' : strategy === 'global-first') ? 1 : 0;
}
