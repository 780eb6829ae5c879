import type { LorehearthClient } from '../../server/client';
import { labEvents } from '../../server/contract/read-lab-events';
import type { WireCoverage } from '../../server/contract/wire-coverage';
import type { WireLabChats, WireSimulatedTurn, WireSimulateRequest } from '../../server/contract/wire-lab';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';
import { CoverageTable } from './coverage-table.svelte';
import { LabRun } from './lab-run.svelte';

type Scene = WireSimulateRequest['scene'];

/** A chat that is played again, turn by turn. */
export class LabPlay {
  readonly chats = new Loaded<WireLabChats['items']>();
  readonly run = new LabRun();
  readonly table = new CoverageTable();
  /** What is played, in words. */
  title = $state('');
  turns = $state.raw<readonly WireSimulatedTurn[]>([]);
  total = $state(0);
  coverage = $state.raw<WireCoverage>();

  constructor(private readonly client: LorehearthClient) {}

  async loadChats(): Promise<void> {
    await this.chats.load(
      async (signal) => (await bodyOf(await this.client.v1.lab.chats.$get({}, { init: { signal } }))).items,
    );
  }

  /** Plays a chat that the server knows. */
  playChat(id: string, title: string): Promise<void> {
    return this.#play({ chat: id }, title);
  }

  /** Plays a chat file of SillyTavern, or lines. */
  playFile(name: string, text: string): Promise<void> {
    return this.#play({ file: text }, name);
  }

  stop(): void {
    this.run.stop();
  }

  clear(): void {
    this.run.clear();
    this.#reset('');
    this.chats.clear();
  }

  #reset(title: string): void {
    this.title = title;
    this.turns = [];
    this.total = 0;
    this.coverage = undefined;
    this.table.clear();
  }

  async #play(scene: Scene, title: string): Promise<void> {
    this.#reset(title);
    await this.run.start(
      (signal) => this.client.v1.lab.simulate.$post({ json: { scene } }, { init: { signal } }),
      async (reply, signal) => {
        for await (const event of labEvents(reply, signal)) {
          if (signal.aborted) return undefined;
          if (event.kind === 'error') return event.message;
          if (event.kind === 'done') this.coverage = event.coverage;
          else {
            this.turns = [...this.turns, event.turn];
            this.total = event.turns;
          }
        }
        return undefined;
      },
    );
  }
}
