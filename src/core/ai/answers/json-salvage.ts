import { findJson, type FoundJson } from './find-json';
import { envelopeText } from './provider-envelope';
import { withoutThinking } from './without-thinking';

/** A list or object that an answer holds. */
export interface SalvagedJson {
  readonly value: unknown;
  /** It ended in the middle ("answer cut off"): lists hold their complete items, the last field may be incomplete. */
  readonly isCut: boolean;
}

/** What could be made of an answer. */
export type JsonSalvage =
  /** At least one value; the one that is most likely meant stands first. */
  | { readonly kind: 'found'; readonly values: readonly SalvagedJson[] }
  /** Nothing was said: no text, blanks, `null`, or thinking alone. */
  | { readonly kind: 'empty' }
  /** A text without a list or object; `isCut`: one began, and nothing of it was complete. */
  | { readonly kind: 'none'; readonly isCut: boolean };

/** Envelopes in envelopes, and JSON in texts of JSON, are opened so often. */
const DEEPEST = 4;

/**
 * Takes the JSON out of an answer, as a text or as what a host has parsed already: bare, in fences, among prose, behind
 * thinking, in envelopes of providers, with the slips that models make, or cut off. Never throws, and takes time in
 * proportion to the length of the answer.
 */
export function salvageJson(answer: unknown): JsonSalvage {
  return salvage(answer, 0);
}

function salvage(answer: unknown, depth: number): JsonSalvage {
  if (typeof answer === 'string') return salvageText(answer.trim(), depth);
  if (answer === null || answer === undefined) return { kind: 'empty' };
  if (typeof answer !== 'object') return { kind: 'none', isCut: false };
  const inner = depth < DEEPEST ? envelopeText(answer) : undefined;
  return inner === undefined ? { kind: 'found', values: [{ value: answer, isCut: false }] } : salvage(inner, depth + 1);
}

function salvageText(text: string, depth: number): JsonSalvage {
  const parsed = parseStrictly(text);
  if (parsed && depth < DEEPEST) return salvage(parsed.value, depth + 1);
  const said = withoutThinking(text);
  if (isNothing(said)) return { kind: 'empty' };
  const { found, hasStump } = findJson(said);
  const opened = [...found]
    .sort(likelier)
    .flatMap((one) => [one, ...(one.alternatives ?? [])])
    .map((one) => openedValue(one, depth));
  const values = opened.flatMap((one) => (one.kind === 'found' ? one.values : []));
  if (values.length > 0) return { kind: 'found', values };
  const plain = unescaped(said);
  if (plain !== said && depth < DEEPEST) return salvage(plain, depth + 1);
  return opened.find(({ kind }) => kind === 'empty') ?? { kind: 'none', isCut: hasStump };
}

function openedValue({ value, isCut }: FoundJson, depth: number): JsonSalvage {
  const inner = depth < DEEPEST ? envelopeText(value) : undefined;
  return inner === undefined ? { kind: 'found', values: [{ value, isCut }] } : salvage(inner, depth + 1);
}

function parseStrictly(text: string): { readonly value: unknown } | undefined {
  if (!/^[[{"\dn-]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A text of JSON, or of a web page, whose quotes are still written as inside one. */
function unescaped(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll('&quot;', '"');
}

/** Whether a text says nothing: blanks, an empty fence, or a word for nothing. */
function isNothing(text: string): boolean {
  return /^\s*(?:null|none|undefined|n\/a)?\.?\s*$/i.test(text.replace(/```(?:json)?/gi, ''));
}

/** Fenced ones first (the last of them: it corrects those before), numbers alone last (they are often footnotes), then the longer and the later one. */
function likelier(a: FoundJson, b: FoundJson): number {
  if (a.isFenced && b.isFenced) return b.start - a.start;
  return rank(b) - rank(a) || b.end - b.start - (a.end - a.start) || b.start - a.start;
}

function rank({ value, isFenced }: FoundJson): number {
  if (isFenced) return 2;
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number') ? 0 : 1;
}
