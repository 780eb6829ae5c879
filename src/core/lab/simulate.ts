import type { EntryId } from '../base/entry-id';
import type { RecordAt } from '../chat/injection-record';
import type { GenerationType } from '../lore/entry-fields';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import { requestOf, turnsOf, withRecord, type LabChat } from './lab-chat';

/** Plays one turn with the full pipeline; nothing is recorded. */
export type Play = (request: Retrieval) => Promise<RetrievalResult>;

/** One turn of a chat that is played again. */
export interface SimulatedTurn {
  /** Index of the reply. */
  readonly turn: number;
  /** How many turns there are, and the place of this one, from 0. */
  readonly place: number;
  readonly turns: number;
  readonly result: RetrievalResult;
  /** Entries that were not in the turn before. */
  readonly came: readonly EntryId[];
  /** Entries that were in the turn before. */
  readonly went: readonly EntryId[];
}

/** What is played of a chat. */
export interface Playing {
  /** The turn to stop after, by the index of its reply; the last one without it. */
  readonly until?: number | undefined;
  /** The kind of the last generation; all others are normal ones. */
  readonly type?: GenerationType | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Plays a chat turn by turn. What a turn injects is the past of the next, so that timers run as they would have. */
export async function* simulate(
  chat: LabChat,
  play: Play,
  { until, type, signal }: Playing = {},
): AsyncGenerator<SimulatedTurn, void> {
  const all = turnsOf(chat);
  const turns = until === undefined ? all : all.filter((turn) => turn < until).concat(until);
  let records: readonly RecordAt[] = [];
  let before: ReadonlySet<EntryId> = new Set();
  for (const [place, turn] of turns.entries()) {
    if (signal?.aborted === true) return;
    const kind = place === turns.length - 1 ? type : undefined;
    const result = await play(requestOf(chat, turn, records, kind));
    const now = injectedIn(result);
    yield {
      ...{ turn, place, turns: turns.length, result },
      came: [...now].filter((id) => !before.has(id)),
      went: [...before].filter((id) => !now.has(id)),
    };
    records = withRecord(records, turn, { ...result.record, g: `lab-${String(turn)}` });
    before = now;
  }
}

/** The entries whose text went in. */
export function injectedIn({ trace }: RetrievalResult): ReadonlySet<EntryId> {
  return new Set(trace.entries.filter(({ injected }) => injected).map(({ id }) => id));
}
