import type { Candidate } from './candidate';
import type { PipelineInput } from './pipeline-input';
import type { MatchedKey, TraceText } from './trace';
import { turnNames, withNames } from './turn-names';

/** What is kept on each side of words that were found, in UTF-16 units. */
const AROUND = 80;
/** At most so many pieces of one text are kept, the first ones. */
const MOST_PIECES = 40;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

type Source = Omit<TraceText, 'where' | 'pieces'> & { readonly text: string };

/** The surroundings of everything that was found for these candidates: messages in their order, then other texts. */
export function traceTexts(
  candidates: readonly Pick<Candidate, 'matched'>[],
  input: Pick<PipelineInput, 'request' | 'index'>,
): readonly TraceText[] {
  const places = new Map<number | string, Map<string, Stretch>>();
  for (const { matched } of candidates) {
    for (const { where, start, end } of matched) {
      const here = places.get(where) ?? new Map<string, Stretch>();
      places.set(where, here.set(`${String(start)}-${String(end)}`, { start, end }));
    }
  }
  const texts = [...places].flatMap(([where, stretches]): readonly TraceText[] => {
    const source = sourceOf(where, input);
    if (source === undefined) return [];
    const { name, role, text } = source;
    return [{ where, name, role, pieces: piecesOf(text, [...stretches.values()]) }];
  });
  return texts.sort(byPlace);
}

function byPlace({ where: a }: TraceText, { where: b }: TraceText): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Number(typeof a !== 'number') - Number(typeof b !== 'number');
}

function sourceOf(
  where: MatchedKey['where'],
  { request, index }: Pick<PipelineInput, 'request' | 'index'>,
): Source | undefined {
  if (typeof where === 'number') return request.messages.find((message) => message.index === where);
  if (where === 'draft') return { name: request.personaName, role: 'user', text: request.draft };
  const source = Object.entries(request.character.texts).find(([name]) => name === where);
  if (source !== undefined) return { name: '', role: undefined, text: source[1] };
  const entry = index.entries.get(where);
  return entry && { name: entry.title, role: undefined, text: withNames(entry.text, turnNames(request)) };
}

/** The text around some places; what would overlap becomes one piece. */
function piecesOf(text: string, places: readonly Stretch[]): TraceText['pieces'] {
  const pieces: Stretch[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    const start = wordStart(text, Math.max(0, place.start - AROUND));
    const end = wordEnd(text, Math.min(text.length, place.end + AROUND));
    const last = pieces.at(-1);
    if (last !== undefined && start <= last.end) pieces[pieces.length - 1] = { ...last, end: Math.max(last.end, end) };
    else if (pieces.length < MOST_PIECES) pieces.push({ start, end });
    else break;
  }
  return pieces.map(({ start, end }) => ({ start, text: text.slice(start, end) }));
}

/** A word is not cut, unless it is long, and a character never. */
const LONGEST_WORD = 24;

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const blank = text.slice(at, at + LONGEST_WORD).search(/\s/u);
  if (blank >= 0) return at + blank + 1;
  return isLowSurrogate(text, at) ? at + 1 : at;
}

function wordEnd(text: string, at: number): number {
  if (at === text.length) return at;
  const before = text.slice(at - LONGEST_WORD, at);
  const blank = /\s\S*$/u.exec(before);
  if (blank !== null) return at - LONGEST_WORD + blank.index;
  return isLowSurrogate(text, at) ? at - 1 : at;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
