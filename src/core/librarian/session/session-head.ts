import { addSpent, nothingSpent, type Spent } from '../../ai/guard/spent';
import type { AnswerState, LibrarianSession, SessionHead, SessionMessage } from './session';

/** A conversation without its messages. */
export function headOf({ messages, isNamed: _, ...head }: LibrarianSession): SessionHead {
  return {
    ...head,
    state: stateOf(messages),
    messages: messages.length,
    proposals: messages.reduce((sum, message) => sum + proposalsIn(message), 0),
    spent: spentIn(messages),
  };
}

/** How the last answer stands. */
function stateOf(messages: readonly SessionMessage[]): AnswerState | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? last.state : undefined;
}

function proposalsIn(message: SessionMessage): number {
  return message.role === 'user' ? 0 : message.parts.filter(({ kind }) => kind === 'proposal').length;
}

/** What all answers took together. */
function spentIn(messages: readonly SessionMessage[]): Spent {
  return messages.reduce(
    (sum, message) => (message.role === 'user' ? sum : addSpent(sum, message.spent)),
    nothingSpent,
  );
}

const LONGEST_TITLE = 60;

/** A title made of what the user said first. */
export function titleFrom(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_TITLE) return line;
  const cut = line.slice(0, LONGEST_TITLE);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_TITLE / 2)).trim()}…`;
}

/** What the user could say first. */
export function openingOf({ task }: LibrarianSession): string {
  switch (task.kind) {
    case 'free':
      return '';
    case 'gap':
      return `Please look into “${task.title}”: what the story says about it, and what the lore knows. Then draft an entry or a change.`;
    case 'entry':
      return `Please look at “${task.title}”: is it still right, and what would make it better?`;
  }
}
