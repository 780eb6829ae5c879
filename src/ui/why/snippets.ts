import type { WireTrace } from '../../server/contract/wire-generation';
import { figure } from '../figures';
import type { Stretch } from '../text-segments';

type Matched = WireTrace['decisions'][number]['matched'][number];
type TraceText = WireTrace['texts'][number];

/** A piece of a text with the words in it that woke an entry. */
export interface Snippet {
  readonly id: string;
  /** Whose words these are: `Mara · message 41`. */
  readonly from: string;
  readonly text: string;
  /** The words, by their places in `text`. */
  readonly marks: readonly Stretch[];
  /** Whether the text goes on before and after the piece. */
  readonly isCut: boolean;
}

/** A word that was found and whose surroundings are not known. */
export interface LooseWord {
  readonly matched: string;
  readonly key: string;
}

/** Where the words of an entry stand: messages newest first, then other texts; and words that stand nowhere any more. */
export interface Evidence {
  readonly snippets: readonly Snippet[];
  readonly loose: readonly LooseWord[];
}

/** The evidence for one entry from the texts of its trace. */
export function evidenceOf(matched: readonly Matched[], texts: readonly TraceText[]): Evidence {
  const snippets: Snippet[] = [];
  const seen = new Set<string>();
  for (const text of [...texts].reverse()) {
    const here = matched.filter(({ where }) => where === text.where);
    for (const piece of here.length > 0 ? text.pieces : []) {
      const marks = here.flatMap((match) => marksIn(piece, match));
      if (marks.length === 0) continue;
      for (const { matched: word } of here.filter((match) => marksIn(piece, match).length > 0)) seen.add(word);
      snippets.push(...cutOut(text, piece, merged(marks)));
    }
  }
  const loose = matched.filter(({ matched: word }) => !seen.has(word));
  const byWord = new Map(loose.map(({ matched: word, key }) => [word.toLowerCase(), { matched: word, key }]));
  return { snippets: ordered(snippets, texts), loose: [...byWord.values()] };
}

/** A snippet that begins shortly before its first word, so that a line or two show it. */
export function focused(snippet: Snippet, before = 48): Snippet {
  const first = snippet.marks[0];
  if (first === undefined || first.start <= before) return snippet;
  const blank = snippet.text.slice(first.start - before, first.start).search(/\s/u);
  const cut = blank < 0 ? first.start : first.start - before + blank + 1;
  const marks = snippet.marks.map(({ start, end }) => ({ start: start - cut, end: end - cut }));
  return { ...snippet, text: snippet.text.slice(cut), marks: marks.filter(({ start }) => start >= 0), isCut: true };
}

/** The text's own words only: what was found in the speaker's name stands in front of it. */
function marksIn({ start, text }: TraceText['pieces'][number], match: Matched): readonly Stretch[] {
  const from = match.start - start;
  const to = match.end - start;
  return from >= 0 && to <= text.length && text.slice(from, to) === match.matched ? [{ start: from, end: to }] : [];
}

/** The pieces around an entry's own words: a piece of the trace may be long, with the words of many entries in it. */
function cutOut(source: TraceText, piece: TraceText['pieces'][number], marks: readonly Stretch[]): readonly Snippet[] {
  const windows = merged(
    marks.map(({ start, end }) => ({
      start: wordStart(piece.text, Math.max(0, start - AROUND)),
      end: wordEnd(piece.text, Math.min(piece.text.length, end + AROUND)),
    })),
  );
  return windows.map(({ start, end }) => ({
    id: `${String(source.where)}-${String(piece.start + start)}`,
    from: sourceWords(source),
    text: piece.text.slice(start, end),
    marks: marks
      .filter((mark) => start <= mark.start && mark.end <= end)
      .map((mark) => ({ start: mark.start - start, end: mark.end - start })),
    isCut: piece.start + start > 0,
  }));
}

/** What is shown on each side of a word, and how far a cut moves so as not to go through one. In UTF-16 units. */
const AROUND = 90;
const LONGEST_WORD = 24;

function wordStart(text: string, at: number): number {
  const blank = at === 0 ? -1 : text.slice(at, at + LONGEST_WORD).search(/\s/u);
  return blank < 0 ? at : at + blank + 1;
}

function wordEnd(text: string, at: number): number {
  const blank = at === text.length ? -1 : text.slice(at, at + LONGEST_WORD).search(/\s/u);
  return blank < 0 ? at : at + blank;
}

/** The stretches in order; what touches becomes one. */
function merged(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: Stretch[] = [];
  for (const next of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && next.start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
    else joined.push({ start: next.start, end: next.end });
  }
  return joined;
}

/** Messages come newest first and before other texts; pieces of one message in its order. */
function ordered(snippets: readonly Snippet[], texts: readonly TraceText[]): readonly Snippet[] {
  const isMessage = new Set(texts.filter(({ where }) => typeof where === 'number').map(sourceWords));
  return [
    ...snippets.filter(({ from }) => isMessage.has(from)),
    ...snippets.filter(({ from }) => !isMessage.has(from)),
  ];
}

const sources: Readonly<Record<string, string>> = {
  draft: 'the message being written',
  character: 'character description',
  character_note: 'character’s note',
  creator_notes: 'creator’s notes',
};

/** Which text it is, in words. */
export function sourceWords({ where, name, role }: Pick<TraceText, 'where' | 'name' | 'role'>): string {
  if (typeof where === 'number') return `${name === '' ? (role ?? 'message') : name} · message ${figure(where)}`;
  if (name !== '' && role === undefined) return `Text of “${name}”`;
  const source = sources[where] ?? where.replace(/_/g, ' ');
  return name === '' ? source.charAt(0).toUpperCase() + source.slice(1) : `${name} · ${source}`;
}
