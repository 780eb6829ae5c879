import type { TranscriptRequestBody } from '../../../server/contract/wire-transcript';
import { printBefore, type SentMessage } from './visible-messages';

/** A request that can be sent on every way, in characters and messages. */
const longestPart = 1_000_000;
const mostMessages = 5_000;
/** What a message takes besides its words. */
const overhead = 50;

/** One request, and how many messages the server has after it. */
interface TranscriptPart {
  readonly body: Pick<TranscriptRequestBody, 'from' | 'before' | 'messages' | 'more'>;
  readonly reaches: number;
}

/** The requests that tell a server the messages from the `kept`-th on, in order; it has those before already. */
export function transcriptParts(messages: readonly SentMessage[], kept: number): readonly TranscriptPart[] {
  const starts = startsOf(messages, kept);
  return starts.map((start, at) => {
    const reaches = starts[at + 1] ?? messages.length;
    const last = messages[start - 1];
    // Right behind the last one that stays, so that what was hidden or deleted there goes.
    const place = last === undefined ? { from: 0 } : { from: last.index + 1, before: printBefore(messages, start) };
    const part = messages.slice(start, reaches).map(({ print: _, ...message }) => message);
    return { body: { ...place, messages: part, more: at < starts.length - 1 }, reaches };
  });
}

function startsOf(messages: readonly SentMessage[], kept: number): readonly number[] {
  const starts = [kept];
  let length = 0;
  messages.slice(kept).forEach(({ text, name }, offset) => {
    const at = kept + offset;
    const own = text.length + name.length + overhead;
    const start = starts.at(-1) ?? kept;
    const isFull = length + own > longestPart || at - start >= mostMessages;
    if (isFull && at > start) starts.push(at);
    length = isFull ? own : length + own;
  });
  return starts;
}
