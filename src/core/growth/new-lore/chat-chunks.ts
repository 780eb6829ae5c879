import type { StepOf } from '../job';
import type { TranscriptMessage } from '../../transcripts/transcript';

type ReadChat = StepOf<'read-chat'>;

/**
 * Divides messages so that each part has room in a question, and nothing falls between: a message that has no room by
 * itself is divided, too.
 *
 * @param room Characters of one part.
 */
export function chatChunks(messages: readonly TranscriptMessage[], room: number): readonly ReadChat[] {
  const chunks: ReadChat[] = [];
  let open: { from: number; to: number; length: number } | undefined;
  const close = (): void => {
    if (open) chunks.push({ kind: 'read-chat', from: open.from, to: open.to });
    open = undefined;
  };
  for (const { index, name, text } of messages) {
    const length = name.length + text.length + 3;
    if (open && open.length + length > room) close();
    if (length > room) {
      close();
      chunks.push(...pieces(index, text, room));
    } else if (open) open = { from: open.from, to: index, length: open.length + length };
    else open = { from: index, to: index, length };
  }
  close();
  return chunks;
}

/** Parts of one long message, divided at the end of a line or a word where there is one. */
function pieces(index: number, text: string, room: number): readonly ReadChat[] {
  const parts: ReadChat[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + room >= text.length ? text.length : start + pieceLength(text.slice(start, start + room));
    parts.push({ kind: 'read-chat', from: index, to: index, piece: [start, end] });
    start = end;
  }
  return parts;
}

function pieceLength(piece: string): number {
  const half = piece.length / 2;
  const end = [piece.lastIndexOf('\n'), piece.lastIndexOf(' ')].find((at) => at >= half);
  if (end !== undefined) return end + 1;
  return piece.length > 1 && /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
}

/** The messages that a step reads, with the text of a piece alone. */
export function messagesOf(
  messages: readonly TranscriptMessage[],
  { from, to, piece }: ReadChat,
): readonly TranscriptMessage[] {
  const meant = messages.filter(({ index }) => index >= from && index <= to);
  return piece === undefined ? meant : meant.map((one) => ({ ...one, text: one.text.slice(...piece) }));
}
