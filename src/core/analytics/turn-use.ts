import type { EntryId } from '../base/entry-id';
import type { Decision, StageName, Trace } from '../pipeline/trace';

/** Entries of a turn that are counted one by one; the injected come first, the rest is only summed up. */
const MOST_ENTRIES = 1_000;
/** Stages that come after an entry was selected: what they refuse was wanted all the same. */
const AFTER_SELECTION: ReadonlySet<StageName> = new Set(['budget', 'format']);

/** What became of an entry: it went in, it was selected and found no room, or it was refused before. */
export type UseOutcome = 'injected' | 'dropped' | 'refused';

/** What a generation writes: of one message, generations of the same lane replace each other. */
export type UseLane = 'reply' | 'quiet' | 'impersonate';

/** An entry in a turn, as it is counted. */
export interface EntryInTurn {
  readonly id: EntryId;
  readonly title: string;
  /** Name of the character in whose card it stands; undefined for a note. */
  readonly card: string | undefined;
  /** Tokens that it took; 0 unless it went in. */
  readonly tokens: number;
  readonly outcome: UseOutcome;
  /** Code of the reason why it was kept out; undefined for one that went in. */
  readonly reason: string | undefined;
}

/** A turn as it is counted. */
export interface TurnUse {
  readonly generation: string;
  readonly chat: string;
  readonly chatName: string | undefined;
  /** Index of the message that was generated. */
  readonly turn: number;
  readonly lane: UseLane;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The day on which it was, like `2026-03-01`. */
  readonly day: string;
  /** Tokens of everything that went in, the notebook included. */
  readonly tokens: number;
  readonly injected: number;
  readonly candidates: number;
  readonly entries: readonly EntryInTurn[];
}

/** The turn of a trace. `minutesEast`: the time zone in which days begin. */
export function turnUse(trace: Trace, minutesEast: number): TurnUse {
  const refusals = new Map<EntryId, Decision>();
  for (const decision of trace.decisions) if (decision.verdict === 'refused') refusals.set(decision.entry, decision);
  const { injected, tokens, candidates } = trace.summary;
  return {
    generation: trace.id,
    chat: trace.chat,
    chatName: trace.chatName,
    turn: trace.turn,
    lane: trace.type === 'quiet' || trace.type === 'impersonate' ? trace.type : 'reply',
    at: trace.at,
    day: dayOf(trace.at, minutesEast),
    tokens,
    injected,
    candidates,
    entries: trace.entries.slice(0, MOST_ENTRIES).map((entry) => entryInTurn(entry, refusals.get(entry.id))),
  };
}

/** The day of a moment, in milliseconds since 1970, like `2026-03-01`. */
export function dayOf(at: number, minutesEast: number): string {
  return new Date(at + minutesEast * 60_000).toISOString().slice(0, 10);
}

function entryInTurn(entry: Trace['entries'][number], refused: Decision | undefined): EntryInTurn {
  const { id, title, card, tokens, injected } = entry;
  if (injected) return { id, title, card, tokens, outcome: 'injected', reason: undefined };
  const isLate = refused === undefined || AFTER_SELECTION.has(refused.stage);
  return { id, title, card, tokens: 0, outcome: isLate ? 'dropped' : 'refused', reason: refused?.reason };
}
