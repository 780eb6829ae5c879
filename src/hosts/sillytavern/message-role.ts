import type { TavernMessage } from './tavern-context';

/** Who says a message. */
export function roleOf({ is_user, extra }: Pick<TavernMessage, 'is_user' | 'extra'>): 'user' | 'assistant' | 'system' {
  if (is_user) return 'user';
  // Narration, comments, tool results: all that no player and no character says.
  return typeof extra?.['type'] === 'string' || isToolMessage({ extra }) ? 'system' : 'assistant';
}

/** Whether a message is SillyTavern's record of tool calls, after which the same turn goes on. */
export function isToolMessage({ extra }: Pick<TavernMessage, 'extra'>): boolean {
  return Array.isArray(extra?.['tool_invocations']);
}
