import { countOf } from './json-value';
import type { TavernContext } from './tavern-context';

/** The author's note of the open chat, as far as other texts may stand beside it. */
export interface AuthorNote {
  /** Why SillyTavern drops what stands beside the note in this turn; `undefined` when the note is due. */
  readonly absent: string | undefined;
  /** SillyTavern's number of the place: 0 after the main prompt, 1 in the chat, 2 before the main prompt. */
  readonly position: number;
  /** Messages from the end. */
  readonly depth: number;
  readonly role: number;
}

/** What SillyTavern takes for a chat that says nothing. */
const usual = { position: 1, depth: 4, role: 0 } as const;

/** SillyTavern shows nothing at a greater depth. */
const mostDepth = 10_000;

/**
 * Reads where the note stands and whether this turn brings it. A note without text is due like any other: SillyTavern
 * then sends what stands beside it.
 */
export function authorNote({ chat, chatMetadata }: Pick<TavernContext, 'chat' | 'chatMetadata'>): AuthorNote {
  const number = (name: string): number | undefined => countOf(chatMetadata[`note_${name}`]);
  const position = number('position') ?? usual.position;
  return {
    absent: whyAbsent(chatMetadata['note_interval'], chat.filter(({ is_user }) => is_user).length),
    position: position <= 2 ? position : usual.position,
    depth: Math.min(number('depth') ?? usual.depth, mostDepth),
    role: number('role') ?? usual.role,
  };
}

/** The note comes with every message of the player whose number the interval divides; 1 is always. */
function whyAbsent(interval: unknown, ofPlayer: number): string | undefined {
  const every = countOf(interval) ?? 0;
  if (every === 0) return 'The author’s note is switched off in this chat: its frequency is 0.';
  if (every === 1 || (ofPlayer > 0 && ofPlayer % every === 0)) return undefined;
  return `The author’s note is not due in this turn: it comes with every ${ordinal(every)} message of yours.`;
}

function ordinal(count: number): string {
  const ending = new Map([
    ['one', 'st'],
    ['two', 'nd'],
    ['few', 'rd'],
  ]).get(new Intl.PluralRules('en', { type: 'ordinal' }).select(count));
  return `${String(count)}${ending ?? 'th'}`;
}
