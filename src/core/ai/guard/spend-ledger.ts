import { LruMap } from '../../base/lru-map';
import { readStored } from '../../documents/read-stored';
import { storedDocuments } from '../../documents/stored-documents';
import type { Clock, Timer } from '../../ports/clock';
import type { DocumentStore } from '../../ports/document-store';
import type { Log } from '../../ports/log';
import { channelIds, type ChannelId } from '../channels/channel-table';
import type { MeteredUse } from './metered-model';
import { readSpend, type ChatSpend, type DaySpend } from './spend-document';
import { addToChannel, nothingSpent, spentOn, type PriceTable, type Spent, type SpentByChannel } from './spent';

const DOCUMENT = storedDocuments.spend;
const MOST_DAYS = 400;
const MOST_CHATS = 200;
/** Answers that come within this time are stored together. In milliseconds. */
const WRITE_DELAY_MS = 2_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Whom an answer is counted for. */
export interface SpendAccount {
  readonly channel: ChannelId;
  readonly chat?: string | undefined;
  /** The provider's name of the model. */
  readonly model: string;
}

/** What the ledger needs of the host. */
export interface SpendLedgerPorts {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
}

/** What the ledger can be told. */
export interface SpendLedgerOptions {
  /** The prices that hold now. */
  readonly prices?: () => PriceTable;
  /** The user's time zone in minutes east of UTC: where a day begins. UTC without it. */
  readonly minutesEast?: () => number;
}

/** Tokens by day, channel and chat, kept in the document `spend`. */
export class SpendLedger {
  readonly #days = new Map<number, DaySpend>();
  readonly #chats = new LruMap<string, ChatSpend>(MOST_CHATS);
  #cancelWrite: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStale = false;
  #isReadOnly = false;
  /** Nothing is written over a count that was not read. */
  #isLoaded = false;

  constructor(
    private readonly ports: SpendLedgerPorts,
    private readonly options: SpendLedgerOptions = {},
  ) {}

  /** Reads what was stored and adds it to what has been counted meanwhile. Called once. */
  async load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, this.ports);
    this.#isLoaded = true;
    this.#isReadOnly = readOnly !== undefined;
    const { days, chats } = readSpend(value);
    for (const { day, channels } of days) this.#merge(channels, (id, spent) => this.#addToDay(day, id, spent));
    for (const { chat, channels } of chats) this.#merge(channels, (id, spent) => this.#addToChat(chat, id, spent));
    this.#dropOldDays();
  }

  /** Counts an answer. */
  add({ channel, chat, model }: SpendAccount, use: MeteredUse): void {
    const prices = this.options.prices?.() ?? {};
    const spent = spentOn(use, Object.hasOwn(prices, model) ? prices[model] : undefined);
    this.#addToDay(this.today, channel, spent);
    if (chat !== undefined) this.#addToChat(chat, channel, spent);
    this.#dropOldDays();
    this.#isStale = true;
    this.#cancelWrite ??= this.ports.timer.after(WRITE_DELAY_MS, () => void this.flush());
  }

  /** The day that it is now: days since 1970-01-01 in the user's time zone. */
  get today(): number {
    const east = (this.options.minutesEast?.() ?? 0) * MINUTE_MS;
    return Math.floor((this.ports.clock.now() + east) / DAY_MS);
  }

  /** Tokens of a channel today, sent and answered. */
  usedToday(channel: ChannelId): number {
    const { input, output } = this.#days.get(this.today)?.channels[channel] ?? nothingSpent;
    return input + output;
  }

  /** All days that are kept, newest first. */
  days(): readonly DaySpend[] {
    return [...this.#days.values()].sort((a, b) => b.day - a.day);
  }

  /** What a chat has spent; nothing for one that is not known (any more). */
  ofChat(chat: string): SpentByChannel {
    return this.#chats.get(chat)?.channels ?? {};
  }

  /** Stores what was counted now. Resolves when that is done, also when it failed. */
  flush(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (!this.#isStale || this.#isReadOnly || !this.#isLoaded) return;
    this.#isStale = false;
    const days = [...this.days()].reverse();
    await this.ports.store
      .write(DOCUMENT.name, { version: DOCUMENT.version, days, chats: [...this.#chats.values()] })
      .catch((error: unknown) => {
        this.#isStale = true;
        this.ports.log.warn('The count of tokens could not be stored; it holds until the host stops.', error);
      });
  }

  #merge(channels: SpentByChannel, add: (channel: ChannelId, spent: Spent) => void): void {
    for (const id of channelIds) {
      const spent = channels[id];
      if (spent !== undefined) add(id, spent);
    }
  }

  #addToDay(day: number, channel: ChannelId, spent: Spent): void {
    const channels = addToChannel(this.#days.get(day)?.channels ?? {}, channel, spent);
    this.#days.set(day, { day, channels });
  }

  #addToChat(chat: string, channel: ChannelId, spent: Spent): void {
    this.#chats.set(chat, { chat, channels: addToChannel(this.ofChat(chat), channel, spent) });
  }

  #dropOldDays(): void {
    for (const { day } of this.days().slice(MOST_DAYS)) this.#days.delete(day);
  }
}
