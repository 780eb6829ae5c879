import type { WirePreviewAnswer, WireTrace } from '../server/contract/wire-generation';
import { injectionWords } from './place-words';
import { reasonLabel } from './reason-words';

/** Words of the text that woke an entry. */
export interface MatchedWord {
  /** As they stand in the text. */
  readonly matched: string;
  /** The key that they are, as the user wrote it. */
  readonly key: string;
  readonly count: number;
  /** Place of the first one in the text, in UTF-16 units; undefined when it is not in the given text. */
  readonly start: number | undefined;
}

/** An entry of a turn. */
export interface TurnEntry {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly tokens: number;
  /** Reason code: why it is in, or what refused it. */
  readonly reason: string;
  /** The facts behind the reason in one sentence. */
  readonly detail: string;
  readonly words: readonly MatchedWord[];
}

/** The entries that land at one place. */
export interface TurnGroup {
  readonly key: string;
  readonly place: string;
  readonly tokens: number;
  readonly text: string;
  readonly entries: readonly TurnEntry[];
}

/** Words of the text that some entries answer to. */
export interface TurnMark {
  readonly start: number;
  readonly end: number;
  /** Public ids. */
  readonly entries: readonly string[];
  /** Whether one of the entries went in. */
  readonly isInjected: boolean;
}

/** A turn as panels show it. */
export interface TurnView {
  readonly groups: readonly TurnGroup[];
  readonly refused: readonly TurnEntry[];
  readonly marks: readonly TurnMark[];
}

type Decision = WireTrace['decisions'][number];
type TraceEntry = WireTrace['entries'][number];
type Matched = Decision['matched'][number];

/** Orders a preview of one text for reading. */
export function turnView({ trace }: Pick<WirePreviewAnswer, 'trace'>, text: string): TurnView {
  const decisions = decisionsByEntry(trace);
  const entries = new Map(
    trace.entries.map((entry) => [entry.id, turnEntry(entry, decisions.get(entry.id) ?? [], text)]),
  );
  return {
    groups: trace.injections.map((injection) => ({
      key: injection.key,
      place: injectionWords(injection),
      tokens: injection.tokens,
      text: injection.text,
      entries: injection.entries.flatMap((id) => entries.get(id) ?? []),
    })),
    refused: trace.entries.filter(({ injected }) => !injected).flatMap(({ id }) => entries.get(id) ?? []),
    marks: textMarks(trace, text),
  };
}

/** Public ids of the entries that answer to the word at a place of the text. */
export function entriesAt(marks: readonly TurnMark[], offset: number): readonly string[] {
  const here = marks.filter(({ start, end }) => start <= offset && offset <= end);
  return [...new Set(here.flatMap(({ entries }) => entries))];
}

function decisionsByEntry(trace: WireTrace): ReadonlyMap<string, readonly Decision[]> {
  const decisions = new Map<string, Decision[]>();
  for (const decision of trace.decisions) {
    const known = decisions.get(decision.entry);
    if (known === undefined) decisions.set(decision.entry, [decision]);
    else known.push(decision);
  }
  return decisions;
}

function turnEntry(entry: TraceEntry, decisions: readonly Decision[], text: string): TurnEntry {
  const { id, title, path, tokens } = entry;
  const verdict = entry.injected ? 'kept' : 'refused';
  const decision = decisions.find((one) => one.verdict === verdict);
  const reason = (entry.injected ? entry.reason : undefined) ?? decision?.reason ?? 'kept';
  const detail = decision === undefined || decision.detail === '' ? `${reasonLabel(reason)}.` : decision.detail;
  return { id, title, path, tokens, reason, detail, words: matchedWords(decisions, text) };
}

function matchedWords(decisions: readonly Decision[], text: string): readonly MatchedWord[] {
  const places = uniqueMatches(decisions.flatMap(({ matched }) => matched));
  const words = new Map<string, MatchedWord>();
  for (const place of places) {
    const name = `${place.key}\n${place.matched.toLowerCase()}`;
    const known = words.get(name);
    const start = standsIn(text, place) ? place.start : undefined;
    words.set(name, {
      matched: known?.matched ?? place.matched,
      key: place.key,
      count: (known?.count ?? 0) + 1,
      start: known?.start ?? start,
    });
  }
  return [...words.values()];
}

/** The keep and the refusal of one entry repeat the same matches. */
function uniqueMatches(matches: readonly Matched[]): readonly Matched[] {
  return [...new Map(matches.map((match) => [JSON.stringify([match.key, match.where, match.start]), match])).values()];
}

function textMarks(trace: WireTrace, text: string): readonly TurnMark[] {
  const injected = new Set(trace.entries.filter((entry) => entry.injected).map(({ id }) => id));
  const marks = new Map<string, TurnMark>();
  for (const { entry, matched } of trace.decisions) {
    for (const match of matched) {
      if (!standsIn(text, match)) continue;
      const place = `${String(match.start)}-${String(match.end)}`;
      const known = marks.get(place);
      marks.set(place, {
        start: match.start,
        end: match.end,
        entries: [...new Set([...(known?.entries ?? []), entry])],
        isInjected: known?.isInjected === true || injected.has(entry),
      });
    }
  }
  return [...marks.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A previewed text is the only message there is; what does not stand where it should is not marked at all. */
function standsIn(text: string, { where, start, end, matched }: Matched): boolean {
  return typeof where === 'number' && text.slice(start, end) === matched;
}
