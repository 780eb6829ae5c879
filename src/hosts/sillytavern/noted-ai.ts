import type { WireAiReport } from '../../server/contract/wire-ai';
import { countOf, objectOf, textOf } from './json-value';

/** What an AI did for a reply, as much of it as a reader wants to know. */
export interface NotedAi {
  /** `chosen`, `failed` or `skipped`. */
  readonly outcome: string;
  /** What happened and what to do about it, in the server's words. */
  readonly sentence: string;
  /** `model` for this turn; `same` and `slid` are remembered. Empty when nothing was chosen. */
  readonly source: string;
  /** How long ago the AI was asked, in milliseconds. */
  readonly age: number;
  readonly candidates: number;
  readonly picks: number;
  readonly milliseconds: number;
}

/** What is stored with the reply. */
export function notedAi({ outcome, sentence, source, age, candidates, picks, milliseconds }: WireAiReport): NotedAi {
  return { outcome, sentence, source: source ?? '', age, candidates, picks: picks.length, milliseconds };
}

/** Reads what is stored; `undefined` when no AI had a part in the reply. */
export function readNotedAi(value: unknown): NotedAi | undefined {
  const raw = objectOf(value);
  const outcome = textOf(raw?.['outcome']);
  if (raw === undefined || outcome === undefined) return undefined;
  const count = (name: string): number => countOf(raw[name]) ?? 0;
  return {
    outcome,
    sentence: textOf(raw['sentence']) ?? '',
    source: textOf(raw['source']) ?? '',
    age: count('age'),
    candidates: count('candidates'),
    picks: count('picks'),
    milliseconds: count('milliseconds'),
  };
}
