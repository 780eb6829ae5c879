import type { LorehearthClient } from '../../server/client';
import type { WireChatSummaries, WireChatSummary, WireScribe } from '../../server/contract/wire-scribe';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import { SingleTask } from '../single-task.svelte';

type Level = WireChatSummary['level'];

/** What came of the last thing that the user did. */
type ScribeOutcome =
  { readonly kind: 'done'; readonly sentence: string } | { readonly kind: 'failed'; readonly failure: Failure };

const STEP = 40;
const LEVELS: readonly Level[] = ['arc', 'chapter', 'scene'];

/** The summaries of a chosen chat, and what is being written. */
export class ScribeModel {
  readonly scribe = new Loaded<WireScribe>();
  readonly summaries = new Loaded<WireChatSummaries>();
  /** What the next summary should tell of above all. */
  focus = $state('');
  outcome = $state.raw<ScribeOutcome>();
  readonly #task = new SingleTask();
  #chat = $state<string>();
  #level = $state<Level>();
  #shown = $state(STEP);

  constructor(private readonly client: LorehearthClient) {}

  /** Whether something that the user did is under way. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }

  /** The chosen chat; undefined while none is known. */
  get chat(): string | undefined {
    return this.#chat;
  }

  /** The level that is shown; the highest one that there is until the user chooses. */
  get level(): Level {
    return this.#level ?? LEVELS.find((level) => this.count(level) > 0) ?? 'scene';
  }
  set level(level: Level) {
    this.#level = level;
    this.#shown = STEP;
  }

  count(level: Level): number {
    return this.summaries.value?.items.filter((item) => item.level === level).length ?? 0;
  }

  /** Summaries that are shown now, the newest first; more come with `showMore`. */
  get items(): readonly WireChatSummary[] {
    return this.#ofLevel.slice(0, this.#shown);
  }
  get hasMore(): boolean {
    return this.#ofLevel.length > this.#shown;
  }
  showMore(): void {
    this.#shown += STEP;
  }

  get stale(): number {
    return this.summaries.value?.items.filter(({ state }) => state !== 'fresh').length ?? 0;
  }

  async refresh(): Promise<void> {
    await this.scribe.load(async (signal) => bodyOf(await this.client.v1.scribe.$get({}, { init: { signal } })));
    const { chats = [], jobs = [] } = this.scribe.value ?? {};
    const isKnown = chats.some(({ id }) => id === this.#chat);
    if (!isKnown) this.#turnTo(jobs[0]?.chat ?? chats[0]?.id);
    await this.#loadSummaries();
  }

  async choose(chat: string): Promise<void> {
    this.#turnTo(chat);
    this.outcome = undefined;
    await this.#loadSummaries();
  }

  /** Sums up everything that is not summed up yet. */
  async summarize(): Promise<void> {
    const focus = this.focus.trim();
    await this.#work(async (id) => {
      const json = focus === '' ? {} : { focus };
      const reply = await this.client.v1.chats[':id'].scribe.$post({ param: { id }, json });
      const { sentence } = await bodyOf(reply);
      this.focus = '';
      return sentence;
    });
  }

  async redo(summary: string): Promise<void> {
    const focus = this.focus.trim();
    await this.#work(async (id) => {
      const json = focus === '' ? {} : { focus };
      const route = this.client.v1.chats[':id'].summaries[':summary'].redo;
      return (await bodyOf(await route.$post({ param: { id, summary }, json }))).sentence;
    });
  }

  /** Stops what is done for a chat. */
  async cancel(chat: string): Promise<void> {
    await this.#work(async () => {
      const reply = await this.client.v1.chats[':id'].scribe.$delete({ param: { id: chat } });
      const { cancelled } = await bodyOf(reply);
      return cancelled ? 'Stopped. What is written stays.' : 'It was done already.';
    });
  }

  /** The story so far, to be pasted into a new chat; hands it to `copy`. */
  async recap(copy: (text: string) => void): Promise<void> {
    await this.#work(async (id) => {
      const { text, untold } = await bodyOf(await this.client.v1.chats[':id'].recap.$get({ param: { id } }));
      if (text === '') return 'Nothing of this chat is summed up yet.';
      copy(text);
      return untold === 0
        ? undefined
        : `The last ${String(untold)} messages are not summed up, so it does not tell of them.`;
    });
  }

  /** Lets another chat begin with the decisions of this one. */
  async copyTo(to: string): Promise<void> {
    await this.#work(async (id) => {
      await bodyOf(await this.client.v1.chats[':id'].copy.$post({ param: { id }, json: { to } }));
      return 'Pins, blocks, books, context and notebook are copied.';
    });
  }

  followEvent({ kind, data }: PanelEvent): void {
    const told: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'chat') : undefined;
    if (kind === 'scribe-changed' || kind === 'channels-changed' || kind === 'generation-finished') void this.refresh();
    const isMine = kind === 'proposals-changed' || (kind === 'transcript-changed' && told === this.#chat);
    if (isMine) void this.#loadSummaries();
  }

  recover(): void {
    if (this.scribe.phase !== 'idle') void this.refresh();
  }

  clear(): void {
    this.scribe.clear();
    this.summaries.clear();
    this.#chat = undefined;
    this.#level = undefined;
    this.focus = '';
    this.#task.cancel();
    this.outcome = undefined;
  }

  /** What is shown of one chat must not stand under the name of another. */
  #turnTo(chat: string | undefined): void {
    this.#chat = chat;
    this.#level = undefined;
    this.#shown = STEP;
    this.summaries.clear();
  }

  get #ofLevel(): readonly WireChatSummary[] {
    const { level } = this;
    return (this.summaries.value?.items ?? []).filter((item) => item.level === level).reverse();
  }

  async #loadSummaries(): Promise<void> {
    const id = this.#chat;
    if (id === undefined) return;
    await this.summaries.load(async (signal) =>
      bodyOf(await this.client.v1.chats[':id'].summaries.$get({ param: { id } }, { init: { signal } })),
    );
  }

  /** @param send What to say when it is done; undefined where that says itself. */
  async #work(send: (chat: string) => Promise<string | undefined>): Promise<void> {
    const chat = this.#chat;
    if (this.isWorking || chat === undefined) return;
    this.outcome = undefined;
    const asked = await this.#task.run(() => send(chat));
    if (asked.kind === 'dropped') return;
    if (asked.kind === 'failure') this.outcome = { kind: 'failed', failure: asked.failure };
    if (asked.kind === 'answer' && asked.value !== undefined) this.outcome = { kind: 'done', sentence: asked.value };
    await this.refresh();
  }
}
