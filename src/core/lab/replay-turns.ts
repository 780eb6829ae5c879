import type { ChatMessage } from '../chat/chat-message';
import type { InjectionRecord, RecordAt } from '../chat/injection-record';
import { compareTurns, type TurnComparison } from '../pipeline/compare-turns';
import type { Retrieval } from '../pipeline/retrieval';
import type { Trace } from '../pipeline/trace';
import { requestOf, type LabChat } from './lab-chat';
import type { Play } from './simulate';

/** What else chose with the lore in a turn and is not asked when it is played again. */
export type ReplayAside = 'ai' | 'hooks';

/** What became of a kept turn when it was played again. */
export type ReplayOutcome =
  | {
      readonly kind: 'played';
      /** Whether the kept request was played, or one made of the messages as they stand in the chat now. */
      readonly from: 'request' | 'messages';
      readonly comparison: TurnComparison;
      /** Tokens of the turn as it is now. */
      readonly tokens: number;
      readonly asides: readonly ReplayAside[];
    }
  /** Nothing is left of what was asked. */
  | { readonly kind: 'lost'; readonly sentence: string };

/** A kept turn, played again with the lore and the settings of today. */
export interface ReplayedTurn {
  readonly trace: Trace;
  /** Its place among the turns that are played again, from 0, and how many these are. */
  readonly place: number;
  readonly turns: number;
  readonly outcome: ReplayOutcome;
}

/** What playing kept turns again needs. */
export interface ReplayWorld {
  readonly play: Play;
  /** The request of a kept turn, as long as it is kept. */
  readonly request: (generation: string) => Retrieval | undefined;
  /** The chat as it stands now; undefined where nothing is known of it. */
  readonly chat: LabChat | undefined;
  /** Every kept turn of the chat, whose records are the past of later ones. */
  readonly kept: readonly Trace[];
  /** The id that an entry has today. */
  readonly currentId: (id: string) => string;
  readonly signal?: AbortSignal | undefined;
}

const LOST = 'Its request is not kept any more, and the messages that it searched are not known.';

/** Plays kept turns of one chat again, in the order in which they are given; the signal ends it. */
export async function* replayTurns(traces: readonly Trace[], world: ReplayWorld): AsyncGenerator<ReplayedTurn, void> {
  for (const [place, trace] of traces.entries()) {
    if (world.signal?.aborted === true) return;
    yield { trace, place, turns: traces.length, outcome: await replayOne(trace, world) };
  }
}

async function replayOne(trace: Trace, { play, request, chat, kept, currentId }: ReplayWorld): Promise<ReplayOutcome> {
  const asked = request(trace.id);
  const again = asked ?? (chat && requestFrom(trace, chat, kept));
  if (!again) return { kind: 'lost', sentence: LOST };
  const { trace: now } = await play(again);
  return {
    kind: 'played',
    from: asked ? 'request' : 'messages',
    comparison: compareTurns(trace, now, currentId),
    tokens: now.summary.tokens,
    asides: [
      ...(trace.ai === undefined ? [] : (['ai'] as const)),
      ...(trace.hooks.some(hasChosen) ? (['hooks'] as const) : []),
    ],
  };
}

function hasChosen({ added, removed, changed }: Trace['hooks'][number]): boolean {
  return added.length + removed.length + changed.length > 0;
}

/** What the client would send for the turn today; undefined when messages that the turn searched are gone. */
function requestFrom({ turn, type, window }: Trace, chat: LabChat, kept: readonly Trace[]): Retrieval | undefined {
  const known = new Set(chat.messages.map(({ index }: ChatMessage) => index));
  if (window.length === 0 || !window.every((index) => known.has(index))) return undefined;
  return requestOf(chat, turn, recordsBefore(turn, kept), type);
}

/** What the newest of the kept turns injected at each reply before. */
function recordsBefore(turn: number, kept: readonly Trace[]): readonly RecordAt[] {
  const records = new Map<number, readonly [at: number, record: InjectionRecord]>();
  for (const { turn: reply, at, record } of kept) {
    const known = records.get(reply);
    if (reply < turn && (known === undefined || known[0] <= at)) records.set(reply, [at, record]);
  }
  return [...records].sort(([a], [b]) => a - b).map(([reply, [, record]]): RecordAt => [reply, record]);
}
