import type { LorehearthClient } from '../../server/client';
import type { WireGap, WireGapPage, WireGapScanned } from '../../server/contract/wire-gaps';
import { Debounced } from '../debounced';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { SingleTask } from '../single-task.svelte';
import { GapLink } from './gap-link.svelte';
import type { doneWords, sortWords } from './gap-words';

/** Which gaps are shown. */
export type GapView = 'active' | 'written' | 'hidden' | 'dismissed';
export type GapSort = keyof typeof sortWords;
/** What the user can decide. */
export type GapVerdict = keyof typeof doneWords;

/** What was decided last, so that it can be taken back. */
interface Decided {
  readonly verdict: GapVerdict;
  readonly gaps: readonly WireGap[];
}

const STEP = 50;
const QUIET_MS = 200;
const LARGEST = 1_000;

/** The inbox of lore gaps: looked through, decided, linked, noted. */
export class GapsModel {
  readonly page = new Loaded<WireGapPage>();
  readonly scanned = new Loaded<WireGapScanned>();
  #text = $state('');
  #view = $state<GapView>('active');
  #sort = $state<GapSort>('urgency');
  #kind = $state<WireGap['kind'] | ''>('');
  #chat = $state('');
  #shown = $state(STEP);
  /** Ids that are ticked. */
  #ticked = $state.raw<readonly string[]>([]);
  /** The gap whose details are shown. */
  openId = $state<string>();
  link = $state.raw<GapLink>();
  decided = $state.raw<Decided>();
  readonly #task = new SingleTask();
  /** The note that is being written; undefined while there is none. */
  draft = $state<{ title: string; reason: string }>();
  readonly #soon = new Debounced(() => void this.refresh(), QUIET_MS);

  constructor(private readonly client: LorehearthClient) {}

  /** Whether something that the user did is under way. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }
  /** Of the last thing that the user did. */
  get failure(): Failure | undefined {
    return this.#task.failure;
  }

  get text(): string {
    return this.#text;
  }
  set text(value: string) {
    if (value === this.#text) return;
    this.#text = value;
    this.#soon.call();
  }

  get view(): GapView {
    return this.#view;
  }
  set view(value: GapView) {
    this.#narrow(() => (this.#view = value));
  }

  get sort(): GapSort {
    return this.#sort;
  }
  set sort(value: GapSort) {
    this.#narrow(() => (this.#sort = value));
  }

  get kind(): WireGap['kind'] | '' {
    return this.#kind;
  }
  set kind(value: WireGap['kind'] | '') {
    this.#narrow(() => (this.#kind = value));
  }

  /** Id of the chat whose gaps are shown; empty for all. */
  get chat(): string {
    return this.#chat;
  }
  set chat(value: string) {
    this.scanned.clear();
    this.#narrow(() => (this.#chat = value));
  }

  get gaps(): readonly WireGap[] {
    return this.page.value?.items ?? [];
  }
  get hasMore(): boolean {
    return (this.page.value?.total ?? 0) > this.gaps.length;
  }
  get isNarrowed(): boolean {
    return this.#text.trim() !== '' || this.#kind !== '' || this.#chat !== '';
  }

  /** What a link would have to name to come back. */
  get place(): Omit<PanelTarget, 'panel'> {
    return this.openId === undefined ? {} : { gap: this.openId };
  }

  show({ gap }: PanelTarget): void {
    if (gap !== undefined) this.openId = gap;
  }

  showMore(): void {
    this.#shown = Math.min(LARGEST, this.#shown + STEP);
    void this.refresh();
  }

  showAll(): void {
    this.#narrow(() => {
      this.#text = '';
      this.#kind = '';
      this.#chat = '';
    });
  }

  async refresh(): Promise<void> {
    this.#soon.cancel();
    const text = this.#text.trim();
    const query = {
      status: this.#view,
      sort: this.#sort,
      limit: String(this.#shown),
      ...(text !== '' && { text }),
      ...(this.#kind !== '' && { kind: this.#kind }),
      ...(this.#chat !== '' && { chat: this.#chat }),
    };
    await this.page.load(async (signal) => bodyOf(await this.client.v1.gaps.$get({ query }, { init: { signal } })));
    this.#ticked = this.ticked.map(({ id }) => id);
  }

  isTicked(id: string): boolean {
    return this.#ticked.includes(id);
  }
  get ticked(): readonly WireGap[] {
    return this.gaps.filter(({ id }) => this.#ticked.includes(id));
  }
  tick(id: string): void {
    this.#ticked = this.isTicked(id) ? this.#ticked.filter((one) => one !== id) : [...this.#ticked, id];
  }
  /** Ticks everything that is shown, or nothing where everything is. */
  tickAll(): void {
    const isFull = this.ticked.length === this.gaps.length;
    this.#ticked = isFull ? [] : this.gaps.map(({ id }) => id);
  }

  toggle(id: string): void {
    this.openId = this.openId === id ? undefined : id;
    this.link = undefined;
  }

  beginLink(gap: WireGap): void {
    this.link = new GapLink(this.client, gap, () => void this.refresh());
  }

  /** Carries out a decision; it can be taken back until the next one. */
  async decide(gaps: readonly WireGap[], status: GapVerdict): Promise<void> {
    const ids = gaps.map(({ id }) => id);
    const { kind } = await this.#task.run(async () => {
      await bodyOf(await this.client.v1.gaps.$patch({ json: { ids, status } }));
    });
    if (kind !== 'answer') return;
    this.decided = { verdict: status, gaps };
    this.#ticked = [];
    await this.refresh();
  }

  /** Gives every gap of the last decision the status that it had. */
  async undo(): Promise<void> {
    const { decided } = this;
    if (decided === undefined) return;
    const { kind } = await this.#task.run(async () => {
      for (const status of ['open', 'written', 'hidden', 'dismissed'] as const) {
        // The server drafts one again whose proposal waits.
        const ids = decided.gaps.flatMap((gap) =>
          (gap.status === 'drafted' ? 'open' : gap.status) === status ? [gap.id] : [],
        );
        if (ids.length > 0) await bodyOf(await this.client.v1.gaps.$patch({ json: { ids, status } }));
      }
    });
    if (kind !== 'answer') return;
    this.decided = undefined;
    await this.refresh();
  }

  /** Notes a gap of the user's own. What he wrote stays when it could not be kept. */
  async note(): Promise<void> {
    const { draft } = this;
    if (draft === undefined || draft.title.trim() === '') return;
    const json = { ...draft, ...(this.#chat !== '' && { chat: this.#chat }) };
    const { kind } = await this.#task.run(async () => {
      const { gap } = await bodyOf(await this.client.v1.gaps.$post({ json }));
      this.openId = gap.id;
    });
    if (kind !== 'answer') return;
    this.draft = undefined;
    await this.refresh();
  }

  /** Scans the chat that is shown. */
  async scan(): Promise<void> {
    const chat = this.#chat;
    if (chat === '') return;
    await this.scanned.load(async (signal) =>
      bodyOf(await this.client.v1.gaps.scan.$post({ json: { chat } }, { init: { signal } })),
    );
    await this.refresh();
  }

  followEvent({ kind }: PanelEvent): void {
    if (kind === 'gaps-changed' && this.page.phase !== 'idle') this.#soon.call();
  }

  followIndex(): void {
    if (this.page.phase !== 'idle') this.#soon.call();
  }

  clear(): void {
    this.#soon.cancel();
    this.page.clear();
    this.scanned.clear();
    this.#text = '';
    this.#chat = '';
    this.#ticked = [];
    this.openId = undefined;
    this.link = undefined;
    this.decided = undefined;
    this.#task.cancel();
    this.draft = undefined;
  }

  #narrow(change: () => void): void {
    change();
    this.#shown = STEP;
    this.#ticked = [];
    void this.refresh();
  }
}
