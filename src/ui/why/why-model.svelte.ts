import type { LorehearthClient } from '../../server/client';
import type { WireTrace, WireTraceHead } from '../../server/contract/wire-generation';
import { CardImports } from '../cards/card-imports.svelte';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { Poller } from '../poller';
import { VaultMarks } from '../vaults/vault-marks.svelte';
import { TurnHistory } from './turn-history.svelte';
import { searchReport, turnReport, type TurnReport } from './turn-report';
import { turnDiff, type TurnDiff } from './turn-diff';
import { EntrySearch } from './entry-search.svelte';
import { WhyNotModel } from './why-not-model.svelte';

const PAUSE_MS = 2_500;
const OFFLINE_PAUSE_MS = 8_000;
/** Turns of which the heat map tells the entries. */
const HEAT_TURNS = 50;

/** The parts of the panel, as tabs. */
export const whyViews = ['injected', 'refused', 'changes', 'details', 'plots'] as const;
export type WhyView = (typeof whyViews)[number];

/** Why a turn got the lore it got: the newest turn as it comes, or one that was chosen. */
export class WhyModel {
  readonly history: TurnHistory;
  readonly trace = new Loaded<WireTrace>();
  /** The turn before. */
  readonly previous = new Loaded<WireTrace>();
  /** The last turns with what went in. */
  readonly heat = new Loaded<readonly WireTraceHead[]>();
  readonly whyNot: WhyNotModel;
  readonly search: EntrySearch;
  /** Makes notes of the lorebooks of cards. */
  readonly cards: CardImports;
  /** From which vaults entries come. */
  readonly vaults: VaultMarks;
  /** Id of the turn that was chosen; undefined to follow the newest. */
  chosen = $state<string>();
  view = $state<WhyView>('injected');
  /** Words that narrow both lists. */
  text = $state('');
  /** Public id of the entry that a link pointed at, until it is shown. */
  pointed = $state<string>();
  /** Public ids of the entries that are open. */
  opened = $state.raw<readonly string[]>([]);
  /** When the server was asked last, in milliseconds since 1970. */
  now = $state(Date.now());
  /** The turn that was asked for last. */
  #asked = '';
  readonly #poller = new Poller(
    () => this.refresh(),
    () => (this.failure === undefined ? PAUSE_MS : OFFLINE_PAUSE_MS),
  );
  readonly #report = $derived.by<TurnReport | undefined>(() => this.trace.value && turnReport(this.trace.value));
  readonly #shown = $derived.by(() => this.#report && searchReport(this.#report, this.text));
  readonly #diff = $derived.by<TurnDiff | undefined>(() => {
    const [before, after] = [this.previous.value, this.trace.value];
    return before && after && turnDiff(before, after);
  });

  constructor(private readonly client: LorehearthClient) {
    this.history = new TurnHistory(client);
    this.search = new EntrySearch(client);
    this.cards = new CardImports(client);
    this.vaults = new VaultMarks(client);
    this.whyNot = new WhyNotModel(client, () => this.trace.value);
  }

  /** The turn that is shown or on its way. */
  get current(): string | undefined {
    return this.chosen ?? this.history.heads.value?.[0]?.id;
  }
  /** Whether the newest turn is followed. */
  get isLive(): boolean {
    return this.chosen === undefined;
  }
  get report(): TurnReport | undefined {
    return this.#report;
  }
  /** The report as far as it holds the words that are searched. */
  get shown(): TurnReport | undefined {
    return this.#shown;
  }
  get diff(): TurnDiff | undefined {
    return this.#diff;
  }
  /** Why nothing new comes. */
  get failure(): Failure | undefined {
    return this.history.chats.failure ?? this.history.heads.failure;
  }
  /** Whether the chosen turn is not kept any more. */
  get isGone(): boolean {
    const { failure, value } = this.trace;
    if (failure?.kind === 'refused' && failure.status === 404) return true;
    const heads = this.history.heads.value;
    return !this.isLive && value?.id === this.chosen && heads?.[0]?.chat === value?.chat && !this.#isListed(value?.id);
  }
  /** Whether what is shown is not the turn that was asked for, yet. */
  get isStale(): boolean {
    return this.trace.value !== undefined && this.trace.value.id !== this.current;
  }

  /** Follows the server from now on. */
  resume(): void {
    this.#poller.resume();
  }
  pause(): void {
    this.#poller.pause();
  }

  async refresh(): Promise<void> {
    await this.history.refresh();
    this.now = Date.now();
    await this.#follow();
  }

  /** Opens what a link names. */
  show({ generation, entry }: Omit<PanelTarget, 'panel'>): void {
    if (generation !== undefined) this.chosen = generation;
    if (entry !== undefined) {
      this.pointed = entry;
      // Its row may be seen, and no longer be pointed at, before anything else is known of it.
      this.#open(entry);
      this.#point();
    }
    // Before the panel is seen nothing is asked: there may be no token yet.
    if (generation !== undefined && this.history.chats.value !== undefined) void this.#follow();
  }

  /** Looks at a turn of the list; undefined follows the newest again. */
  async choose(id: string | undefined): Promise<void> {
    this.chosen = id;
    this.whyNot.turnChanged();
    await this.#follow();
  }

  async chooseChat(chat: string): Promise<void> {
    this.chosen = undefined;
    this.whyNot.turnChanged();
    await this.history.choose(chat);
    await this.#follow();
  }

  toggle(entry: string): void {
    const others = this.opened.filter((id) => id !== entry);
    this.opened = others.length < this.opened.length ? others : [...others, entry];
  }

  /** Loads what went into the last turns. */
  async loadHeat(): Promise<void> {
    const chat = this.history.chat?.id;
    if (chat === undefined) return;
    await this.heat.load(async (signal) => {
      const query = { chat, limit: String(HEAT_TURNS), entries: 'true' as const };
      return (await bodyOf(await this.client.v1.generations.$get({ query }, { init: { signal } }))).items;
    });
  }

  /** What leads back to the turn that is shown. */
  get place(): Omit<PanelTarget, 'panel'> {
    return this.chosen === undefined ? {} : { generation: this.chosen };
  }

  followEvent({ kind }: PanelEvent): void {
    if (kind === 'generation-finished' && this.history.chats.value !== undefined) void this.refresh();
  }

  recover(): void {
    if (this.history.chats.phase !== 'idle') void this.refresh();
  }

  followIndex(): void {
    this.vaults.refresh();
    void this.whyNot.askAgain();
  }

  clear(): void {
    this.history.clear();
    this.trace.clear();
    this.previous.clear();
    this.heat.clear();
    this.whyNot.clear();
    this.search.clear();
    this.cards.clear();
    this.vaults.clear();
    this.#asked = '';
    this.chosen = undefined;
    this.pointed = undefined;
    this.opened = [];
    this.text = '';
    this.view = 'injected';
  }

  #open(entry: string): void {
    this.opened = [...this.opened.filter((id) => id !== entry), entry];
  }

  #isListed(id: string | undefined): boolean {
    return this.history.heads.value?.some((head) => head.id === id) === true;
  }

  /** Loads the turn that is to be shown, unless it is there as it is now. */
  async #follow(): Promise<void> {
    const id = this.current;
    if (id === undefined) return;
    const head = this.history.heads.value?.find((one) => one.id === id);
    const { value, failure } = this.trace;
    const lost = value?.delivery?.filter(({ outcome }) => outcome === 'undelivered').length ?? 0;
    const isFresh = value?.id === id && (head === undefined || head.undelivered === lost);
    const isRefused = failure?.kind === 'refused' && failure.status === 404 && this.#asked === id;
    if (!isRefused && (!isFresh || failure !== undefined)) {
      this.#asked = id;
      await this.trace.load((signal) => this.#loadTrace(id, signal));
      this.#point();
      await this.#followChat();
      if (this.trace.failure === undefined) await this.whyNot.askAgain();
    }
    await this.#followPrevious(id);
  }

  /** A link may lead into another chat than the one whose turns are listed. */
  async #followChat(): Promise<void> {
    const chat = this.trace.value?.chat;
    const isElsewhere = chat !== undefined && chat !== this.history.chat?.id;
    if (isElsewhere && this.trace.value?.id === this.current) await this.history.choose(chat);
  }

  async #followPrevious(id: string): Promise<void> {
    const before = this.history.before(id)?.id;
    if (before === undefined) this.previous.clear();
    if (before === undefined || this.previous.value?.id === before) return;
    await this.previous.load((signal) => this.#loadTrace(before, signal));
  }

  async #loadTrace(id: string, signal: AbortSignal): Promise<WireTrace> {
    const reply = await this.client.v1.generations[':id'].$get({ param: { id } }, { init: { signal } });
    return bodyOf(reply);
  }

  /** Opens the entry that a link points at; one that is not in the turn is asked about. */
  #point(): void {
    const id = this.pointed;
    if (id === undefined || this.#report === undefined || this.isStale) return;
    const entry = this.#report.byId.get(id);
    this.text = '';
    if (entry === undefined) {
      this.pointed = undefined;
      void this.whyNot.pickById(id);
      return;
    }
    this.view = entry.isInjected ? 'injected' : 'refused';
    this.#open(id);
  }
}
