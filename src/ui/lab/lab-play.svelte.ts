import type { LorehearthClient } from '../../server/client';
import { labEvents } from '../../server/contract/read-lab-events';
import type {
  WireCoverage,
  WireLabChats,
  WireSimulatedTurn,
  WireSimulateRequest,
} from '../../server/contract/wire-lab';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';

type Scene = WireSimulateRequest['scene'];

/** A chat that is played again, turn by turn. */
export class LabPlay {
  readonly chats = new Loaded<WireLabChats['items']>();
  /** What is played, in words. */
  title = $state('');
  turns = $state.raw<readonly WireSimulatedTurn[]>([]);
  total = $state(0);
  coverage = $state.raw<WireCoverage>();
  failure = $state.raw<Failure>();
  /** What broke the playing off. */
  sentence = $state('');
  isPlaying = $state(false);
  isStopped = $state(false);
  #abort: AbortController | undefined;

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

  /** Plays a chat file of SillyTavern. */
  playFile(name: string, text: string): Promise<void> {
    return this.#play({ file: text }, name);
  }

  stop(): void {
    if (!this.isPlaying) return;
    this.#abort?.abort();
    this.isPlaying = false;
    this.isStopped = true;
  }

  clear(): void {
    this.stop();
    this.#reset('');
    this.chats.clear();
  }

  #reset(title: string): void {
    this.title = title;
    this.turns = [];
    this.total = 0;
    this.coverage = undefined;
    this.failure = undefined;
    this.sentence = '';
    this.isStopped = false;
  }

  async #play(scene: Scene, title: string): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#reset(title);
    this.isPlaying = true;
    const asked = await ask((signal) => this.#read(scene, signal), abort.signal);
    if (asked.kind === 'dropped') return;
    this.isPlaying = false;
    if (asked.kind === 'failure') this.failure = asked.failure;
  }

  async #read(scene: Scene, signal: AbortSignal): Promise<void> {
    const response = await this.client.v1.lab.simulate.$post({ json: { scene } }, { init: { signal } });
    if (response.status !== 200) {
      await bodyOf(response);
      return;
    }
    for await (const event of labEvents(response, signal)) {
      if (signal.aborted) return;
      if (event.kind === 'turn') {
        this.turns = [...this.turns, event.turn];
        this.total = event.turns;
      } else if (event.kind === 'done') this.coverage = event.coverage;
      else this.sentence = event.message;
    }
  }
}
