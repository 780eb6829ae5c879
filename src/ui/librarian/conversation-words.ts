import type {
  WireAssistantMessage,
  WireLibrarianHead,
  WireLibrarianSessions,
  WireLibrarianTask,
} from '../../server/contract/wire-librarian';
import type { Tone } from '../parts/tone';

const states = {
  running: { text: 'Answering', tone: 'info' },
  done: undefined,
  stopped: { text: 'Stopped', tone: 'neutral' },
  limited: { text: 'At a limit', tone: 'warning' },
  failed: { text: 'Failed', tone: 'error' },
  interrupted: { text: 'Interrupted', tone: 'warning' },
} as const satisfies Record<
  NonNullable<WireLibrarianHead['state']>,
  { readonly text: string; readonly tone: Tone } | undefined
>;

/** How an answer stands, where that is worth saying. */
export function answerStateWords(
  state: WireLibrarianHead['state'],
): { readonly text: string; readonly tone: Tone } | undefined {
  return state && states[state];
}

/** Why an answer has no end, and what to do; undefined for one that has. A failure says so itself. */
export function unfinishedWords({ state, parts }: WireAssistantMessage): string | undefined {
  if (state === 'interrupted')
    return 'Lorehearth ended while this was written. Let it go on, or have it answered anew.';
  if (state === 'stopped') return 'Stopped. What was written stays.';
  return state === 'done' && parts.length === 0 ? 'The model said nothing. Have it answered anew.' : undefined;
}

/** What a conversation is about, in a word or two. */
export function taskWords(task: WireLibrarianTask): string {
  return { free: 'Free', gap: 'Lore gap', entry: 'Entry' }[task.kind];
}

/** Why nothing can be asked; undefined while it can. */
export function whyUnusable({ state, complaint }: WireLibrarianSessions['channel']): string | undefined {
  if (state === 'usable') return undefined;
  return complaint ?? 'The Librarian has no model yet. Choose a connection and a model for it.';
}

/** What the Librarian does now, for the end of a conversation. */
export function doingWords(answer: WireAssistantMessage | undefined): string {
  const last = answer?.parts.at(-1);
  if (last === undefined) return 'Waiting for the model';
  if (last.kind === 'tool' && last.state === 'running') return last.label;
  return last.kind === 'text' ? 'Writing' : 'Thinking';
}
