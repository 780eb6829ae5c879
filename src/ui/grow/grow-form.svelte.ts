import type { LorehearthClient } from '../../server/client';
import type { GrowthRequestBody, WireGrowthEstimate, WireGrowthJob } from '../../server/contract/wire-growth';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { GrowTool } from './grow-words';

/** Which entries a tool looks at. */
export const scopeKinds = ['all', 'folder', 'type', 'tag', 'chosen'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** An entry that the user chose. */
export interface ChosenEntry {
  readonly id: string;
  readonly title: string;
}

/** What the user asks of one tool, what that would take, and its beginning. */
export class GrowForm {
  readonly estimate = new Loaded<WireGrowthEstimate>();
  /** Why it was not begun. */
  failure = $state.raw<Failure>();
  isStarting = $state(false);
  #chat = $state('');
  #range = $state<'new' | 'all'>('new');
  #scope = $state<ScopeKind>('all');
  /** The folder, type or tag. */
  #name = $state('');
  #chosen = $state.raw<readonly ChosenEntry[]>([]);
  #question = $state('');

  constructor(
    private readonly client: LorehearthClient,
    readonly tool: GrowTool,
    private readonly onstarted: (job: WireGrowthJob) => void,
  ) {}

  get chat(): string {
    return this.#chat;
  }
  set chat(value: string) {
    this.#chat = value;
    this.#changed();
  }
  get range(): 'new' | 'all' {
    return this.#range;
  }
  set range(value: 'new' | 'all') {
    this.#range = value;
    this.#changed();
  }
  get scope(): ScopeKind {
    return this.#scope;
  }
  set scope(value: ScopeKind) {
    this.#scope = value;
    this.#name = '';
    this.#changed();
  }
  get name(): string {
    return this.#name;
  }
  set name(value: string) {
    this.#name = value;
    this.#changed();
  }
  get question(): string {
    return this.#question;
  }
  set question(value: string) {
    this.#question = value;
    this.#changed();
  }
  get chosen(): readonly ChosenEntry[] {
    return this.#chosen;
  }

  /** Looks at one more entry. */
  choose(entry: ChosenEntry): void {
    if (this.#chosen.some(({ id }) => id === entry.id)) return;
    this.#chosen = [...this.#chosen, entry];
    this.#changed();
  }

  drop(id: string): void {
    this.#chosen = this.#chosen.filter((one) => one.id !== id);
    this.#changed();
  }

  /** Looks at these entries alone. */
  chooseOnly(entry: ChosenEntry): void {
    this.#scope = 'chosen';
    this.#chosen = [entry];
    this.#changed();
  }

  /** What is still to be said before it can be begun; undefined when nothing is. */
  get lacks(): string | undefined {
    if (this.tool === 'new-lore') return this.#chat === '' ? 'Choose a chat.' : undefined;
    if (this.#scope === 'chosen') return this.#chosen.length === 0 ? 'Choose an entry.' : undefined;
    return this.#scope !== 'all' && this.#name.trim() === '' ? `Choose a ${this.#scope}.` : undefined;
  }

  /** What it would take. Nobody is asked. */
  async reckon(): Promise<void> {
    if (this.lacks !== undefined) return;
    this.failure = undefined;
    await this.estimate.load(async (signal) =>
      bodyOf(await this.client.v1.growth.estimate.$post({ json: this.#request() }, { init: { signal } })),
    );
  }

  /** Begins it. */
  async start(): Promise<void> {
    if (this.isStarting || this.lacks !== undefined) return;
    this.isStarting = true;
    this.failure = undefined;
    const asked = await ask(
      async () => bodyOf(await this.client.v1.growth.jobs.$post({ json: this.#request() })),
      new AbortController().signal,
    );
    this.isStarting = false;
    if (asked.kind === 'failure') this.failure = asked.failure;
    if (asked.kind !== 'answer') return;
    this.estimate.clear();
    this.onstarted(asked.value);
  }

  clear(): void {
    this.#chat = '';
    this.#range = 'new';
    this.#scope = 'all';
    this.#name = '';
    this.#chosen = [];
    this.#question = '';
    this.#changed();
  }

  /** An estimate holds for what it was made of alone. */
  #changed(): void {
    this.estimate.clear();
    this.failure = undefined;
  }

  #request(): GrowthRequestBody {
    const { tool } = this;
    if (tool === 'new-lore') return { tool, chat: this.#chat, range: this.#range };
    const scope = this.#scopeBody();
    return tool === 'review' ? { tool, scope, question: this.#question.trim() } : { tool, scope };
  }

  #scopeBody() {
    const name = this.#name.trim();
    switch (this.#scope) {
      case 'all':
        return {};
      case 'chosen':
        return { entries: this.#chosen.map(({ id }) => id) };
      case 'folder':
        return { folder: name };
      case 'type':
        return { type: name };
      case 'tag':
        return { tag: name };
    }
  }
}
