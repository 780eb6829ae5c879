import type { TranscriptMessage } from '../transcripts/transcript';
import { chatLine } from '../ai/selection/selection-prompt';
import { cleanSummary, type WrittenSummary } from './clean-summary';
import type { ScribeModel } from './ports';
import { summaryMessages, type SummaryQuestion } from './scribe-prompt';

/** What one summary is written with. */
export interface Writing {
  readonly model: ScribeModel;
  readonly signal: AbortSignal;
  readonly count: (text: string) => number;
  /** The most tokens of messages for one question. */
  readonly most: number;
}

/** What stands around the material of a question. */
export type QuestionFrame = Omit<SummaryQuestion, 'material'>;

/** The summary of messages. A message that alone is too long is read in pieces, none of which is left out. */
export async function sumUpMessages(
  messages: readonly TranscriptMessage[],
  frame: QuestionFrame,
  writing: Writing,
): Promise<WrittenSummary> {
  const text = messages.map(lineOf).join('\n\n');
  const isLong = messages.length === 1 && writing.count(text) > writing.most;
  const pieces = isLong ? piecesOf(text, Math.ceil(writing.count(text) / writing.most)) : [text];
  const written: WrittenSummary[] = [];
  for (const [at, piece] of pieces.entries()) {
    const previous = written.at(-1)?.text ?? frame.previous;
    const material = { kind: 'messages' as const, text: piece, piece: at + 1, pieces: pieces.length };
    written.push(await ask({ ...frame, previous, material }, writing));
  }
  return { text: written.map((one) => one.text).join('\n\n'), isCut: written.some(({ isCut }) => isCut) };
}

/** The summary of summaries. */
export function sumUpSummaries(
  texts: readonly string[],
  of: string,
  frame: QuestionFrame,
  writing: Writing,
): Promise<WrittenSummary> {
  return ask({ ...frame, material: { kind: 'summaries', texts, of } }, writing);
}

function ask(question: SummaryQuestion, { model, signal }: Writing): Promise<WrittenSummary> {
  const { maxTokens, temperature } = model;
  const messages = summaryMessages(question);
  return model.ask({ messages, maxTokens, signal, ...(temperature !== undefined && { temperature }) }, cleanSummary);
}

function lineOf({ index, role, name, text }: TranscriptMessage): string {
  return chatLine({ index, speaker: role === 'user' ? 'player' : 'character', name, text });
}

/** A text in so many pieces of about the same size, cut between words where there are any. */
function piecesOf(text: string, count: number): readonly string[] {
  const size = Math.ceil(text.length / count);
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + size >= text.length ? text.length : cutBefore(text, start, start + size);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** The last blank before a place, or the place itself, never between the halves of a sign. */
function cutBefore(text: string, start: number, place: number): number {
  const blank = text.slice(start, place).search(/\s\S*$/);
  if (blank > 0) return start + blank;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(place - 1));
  return isHalf && place - 1 > start ? place - 1 : place;
}
