import { chatOfTranscript } from '../lab/lab-chat';
import { replayTurns, type ReplayedTurn } from '../lab/replay-turns';
import type { Trace } from '../pipeline/trace';
import { hostTurns, type LabParts } from './lab-parts';

/** What is played again: one kept turn, or all of a chat. */
export type ReplayScope =
  { readonly kind: 'turn'; readonly id: string } | { readonly kind: 'chat'; readonly id: string };

/** Turns of a chat that are played again at most; the log keeps no more. */
const MOST_TURNS = 2_000;

/** Plays kept turns again with the lore and the settings of today, and tells what is different. Nothing is recorded, and no model is asked. */
export class TurnReplays {
  constructor(private readonly parts: LabParts) {}

  /** The kept turns of a scope, the newest first; empty when nothing is kept of it. */
  turnsOf(scope: ReplayScope): readonly Trace[] {
    const { turns } = this.parts;
    if (scope.kind === 'chat') return turns.traces(scope.id, MOST_TURNS);
    const trace = turns.trace(scope.id);
    return trace ? [trace] : [];
  }

  /** Plays turns of one chat again, one after the other; leaving early, or the signal, ends it. */
  async *play(traces: readonly Trace[], signal?: AbortSignal): AsyncGenerator<ReplayedTurn, void> {
    const chat = traces[0]?.chat;
    if (chat === undefined) return;
    const { preview, lore, transcripts, turns } = this.parts;
    const host = hostTurns(this.parts);
    const transcript = await transcripts.of(chat);
    const replaying = replayTurns(traces, {
      play: async (request) => (await preview(request, signal ? { signal } : {})).result,
      request: (id) => turns.request(id),
      chat: transcript && chatOfTranscript(transcript),
      kept: turns.traces(chat, MOST_TURNS),
      currentId: (id) => lore.currentId(id),
      signal,
    });
    for await (const replayed of replaying) {
      yield replayed;
      await host.give();
    }
  }
}
