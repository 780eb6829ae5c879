import type { WireInjection } from '../../server/contract/wire-generation';
import type { UndeliveredLore } from './undelivered-lore';

/** Every prompt of ours has a key that begins so; within one place SillyTavern sorts by key, and ours come last. */
export const promptPrefix = 'zz_lorehearth/';

/** One block of lore as SillyTavern takes it. */
export interface PlannedPrompt {
  readonly key: string;
  readonly value: string;
  readonly position: number;
  /** Messages from the end; read for prompts in the chat only. */
  readonly depth: number;
  readonly role: number;
  /** Where it stands, for the reader. */
  readonly place: string;
  readonly entries: readonly string[];
}

/** What goes into the prompt, and what cannot. */
export interface PromptPlan {
  readonly prompts: readonly PlannedPrompt[];
  readonly undelivered: readonly UndeliveredLore[];
}

/** SillyTavern's numbers. */
const positionNumbers: Partial<Record<WireInjection['position'], number>> = { before: 2, after: 0, in_chat: 1 };
const roleNumbers = { system: 0, user: 1, assistant: 2 } as const;

/** The place of an injection without a depth of its own, as in SillyTavern. */
const usualDepth = 4;

/**
 * Plans where the lore of an answer goes.
 *
 * @param tokenLimit the most tokens that all of it may have: SillyTavern sends a broken prompt, or drops history, when
 *   a block is too large
 */
export function planPrompts(injections: readonly WireInjection[], tokenLimit: number): PromptPlan {
  const prompts: PlannedPrompt[] = [];
  const undelivered: UndeliveredLore[] = [];
  let left = tokenLimit;
  for (const injection of injections) {
    const position = positionNumbers[injection.position];
    if (position === undefined) {
      undelivered.push(undeliveredFrom(injection, 'This extension cannot put lore in that place.'));
    } else if (injection.tokens > left) {
      undelivered.push(undeliveredFrom(injection, 'It is larger than the share of the context that lore may take.'));
    } else if (injection.text.trim() !== '') {
      left -= injection.tokens;
      prompts.push(toPrompt(injection, position));
    }
  }
  return { prompts, undelivered };
}

function toPrompt(injection: WireInjection, position: number): PlannedPrompt {
  return {
    key: promptPrefix + injection.key.replace(/^lorehearth\//, ''),
    value: injection.text,
    position,
    depth: injection.depth ?? usualDepth,
    role: roleNumbers[injection.role ?? 'system'],
    place: placeName(injection),
    entries: injection.entries,
  };
}

function undeliveredFrom(injection: WireInjection, cause: string): UndeliveredLore {
  return { place: placeName(injection), cause, entries: injection.entries };
}

function placeName({ position, depth, outlet }: WireInjection): string {
  if (position === 'in_chat') return `in chat at depth ${String(depth ?? usualDepth)}`;
  return outlet === undefined ? position.replaceAll('_', ' ') : `outlet ${outlet}`;
}
