import type { LorehearthClient } from '../../server/client';
import { replayEvents } from '../../server/contract/read-lab-events';
import type { WireReplayedTurn } from '../../server/contract/wire-replay';
import { diffEntry, type TurnDiff } from '../why/turn-diff';
import { TurnHistory } from '../why/turn-history.svelte';
import { LabRun } from './lab-run.svelte';

/** What became of a turn: the same, another one, or nothing to compare. */
export type ReplayState = 'same' | 'changed' | 'lost';

/** Turns that are drawn at a time. */
const STEP = 50;

/** Kept turns that are played again with the lore of today. */
export class LabReplay {
  readonly history: TurnHistory;
  readonly run = new LabRun();
  turns = $state.raw<readonly WireReplayedTurn[]>([]);
  total = $state(0);
  /** Id of the turn that a link asks for, until the panel is seen. */
  wanted = $state<string>();
  /** Whether turns that are the same are left out. */
  changedOnly = $state(true);
  /** Whether the lore has changed since. */
  isOld = $state(false);
  /** Ids of the turns that are open. */
  opened = $state.raw<readonly string[]>([]);
  #shown = $state(STEP);
  readonly #listed = $derived(this.turns.filter((turn) => !this.changedOnly || stateOf(turn) !== 'same'));

  constructor(private readonly client: LorehearthClient) {
    this.history = new TurnHistory(client);
  }

  /** Those that pass the filter, the newest first. */
  get listed(): readonly WireReplayedTurn[] {
    return this.#listed;
  }
  get shown(): readonly WireReplayedTurn[] {
    return this.#listed.slice(0, this.#shown);
  }

  count(state: ReplayState): number {
    return this.turns.filter((turn) => stateOf(turn) === state).length;
  }

  showMore(): void {
    this.#shown += STEP;
  }

  toggle(id: string): void {
    const isOpen = this.opened.includes(id);
    this.opened = isOpen ? this.opened.filter((one) => one !== id) : [...this.opened, id];
  }

  async chooseChat(chat: string): Promise<void> {
    this.#reset();
    await this.history.choose(chat);
  }

  /** Plays all kept turns of the chat again. */
  async playAll(): Promise<void> {
    const chat = this.history.chat?.id;
    if (chat !== undefined) await this.#play({ chat });
  }

  /** Plays one turn again. */
  async playTurn(id: string): Promise<void> {
    await this.#play({ turn: id });
    this.changedOnly = false;
    this.opened = [id];
  }

  /** What is shown was played with other lore than there is now. */
  followIndex(): void {
    if (this.turns.length > 0) this.isOld = true;
  }

  clear(): void {
    this.#reset();
    this.wanted = undefined;
    this.history.clear();
  }

  #reset(): void {
    this.run.clear();
    this.turns = [];
    this.total = 0;
    this.isOld = false;
    this.opened = [];
    this.#shown = STEP;
  }

  async #play(json: { readonly chat: string } | { readonly turn: string }): Promise<void> {
    this.#reset();
    await this.run.start(
      (signal) => this.client.v1.lab.replay.$post({ json }, { init: { signal } }),
      async (reply, signal) => {
        for await (const event of replayEvents(reply, signal)) {
          if (signal.aborted || event.kind === 'done') return undefined;
          if (event.kind === 'error') return event.message;
          this.turns = [...this.turns, event.turn];
          this.total = event.turns;
        }
        return undefined;
      },
    );
  }
}

/** Whether a turn is as it was. */
export function stateOf({ outcome, tokensBefore }: WireReplayedTurn): ReplayState {
  if (outcome.kind === 'lost') return 'lost';
  const { came, went, changed, tokens } = outcome;
  return came.length + went.length + changed.length > 0 || tokens !== tokensBefore ? 'changed' : 'same';
}

/** What is different about a turn, as the Why panel shows differences. */
export function diffOf({ outcome }: WireReplayedTurn): TurnDiff {
  if (outcome.kind === 'lost') return { came: [], went: [], stayed: [] };
  const words = (changes: typeof outcome.came) =>
    changes.map(({ tokensBefore, whyBefore, moved, ...change }) =>
      diffEntry({ ...change, tokensBefore, whyBefore, moved }),
    );
  return { came: words(outcome.came), went: words(outcome.went), stayed: words(outcome.changed) };
}
