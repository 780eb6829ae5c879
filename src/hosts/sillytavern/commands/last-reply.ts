import { readNote, type MessageNote } from '../message-note';
import type { MissedTurns } from '../missed-turns';
import type { TavernContext, TavernMessage } from '../tavern-context';
import type { MissedTurn } from '../turn-outcome';
import { isExplainedByWords, reasonText } from '../ui/reason-text';
import { countOfEntries, countOfTokens, missText } from '../ui/turn-text';

/** The last reply of a chat and what is known of its lore. */
export type LastReply =
  /** The chat has no reply yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'lore'; readonly message: TavernMessage; readonly note: MessageNote }
  | { readonly kind: 'miss'; readonly message: TavernMessage; readonly missed: MissedTurn }
  /** It was written without Lorehearth, or before it. */
  | { readonly kind: 'unknown'; readonly message: TavernMessage };

/** Finds the last message that a model has written. */
export function lastReply({ chat }: Pick<TavernContext, 'chat'>, missed: MissedTurns): LastReply {
  const message = chat.filter((one) => !one.is_user && !one.is_system && wasGenerated(one)).at(-1);
  if (message === undefined) return { kind: 'none' };
  const note = readNote(message.extra);
  if (note !== undefined) return { kind: 'lore', message, note };
  const cause = missed.of(message);
  return cause === undefined ? { kind: 'unknown', message } : { kind: 'miss', message, missed: cause };
}

/** What is known of it, in one sentence. */
export function replyText(reply: LastReply): string {
  switch (reply.kind) {
    case 'none':
      return 'There is no reply yet.';
    case 'unknown':
      return 'The last reply was written without Lorehearth.';
    case 'miss':
      return `The last reply has no lore. ${missText(reply.missed)}`;
    case 'lore': {
      const { injected, tokens } = reply.note.summary;
      const amount = injected === 0 ? 'no entry' : `${countOfEntries(injected)}, ${countOfTokens(tokens)}`;
      return `The last reply got ${amount}.`;
    }
  }
}

/** Each entry of a reply and why it came, one a line. */
export function entryLines({ summary }: MessageNote): readonly string[] {
  return summary.entries.map(({ title, reason, matched }) => `${title}: ${whyText(reason, matched)}`);
}

/** Why an entry was chosen: `Key found (silver keep)`. */
export function whyText(reason: string, matched: readonly string[]): string {
  const words = isExplainedByWords(reason) && matched.length > 0 ? ` (${matched.join(', ')})` : '';
  return `${reasonText(reason)}${words}`;
}

function wasGenerated({ gen_started, extra }: TavernMessage): boolean {
  return (gen_started !== undefined && gen_started !== null) || readNote(extra) !== undefined;
}
