import { entryUses, type EntryUse, type UseState } from '../analytics/entry-use';
import { dayOf, turnUse, type TurnUse } from '../analytics/turn-use';
import { UseLedger, type UseSpan } from '../analytics/use-ledger';
import { UseStore } from '../analytics/use-store';
import type { Tally } from '../analytics/use-tally';
import type { EntryId } from '../base/entry-id';
import { LruMap } from '../base/lru-map';
import type { Trace } from '../pipeline/trace';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import type { VaultLore } from './vault-lore';

/** What counting needs of the engine. */
export interface AnalyticsParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
}

/** Which turns are counted; without a part, all. */
export interface UseFilter {
  readonly chat?: string;
  /** So many days up to today. */
  readonly days?: number;
}

/** The figures of some turns, and every entry with its use. */
export interface UseReport {
  readonly turns: Omit<Tally, 'entries'>;
  readonly entries: readonly EntryUse[];
  readonly byId: ReadonlyMap<EntryId, EntryUse>;
  readonly states: Readonly<Record<UseState, number>>;
}

/** Turns one after the other. */
export interface UseCourse {
  readonly days: readonly { readonly day: string; readonly tally: Tally }[];
  /** Oldest first. */
  readonly recent: readonly TurnUse[];
  readonly chats: readonly { readonly id: string; readonly name: string | undefined }[];
}

/** A turn is counted so long after it was answered, and stored so long after it was counted. In milliseconds. */
const COUNT_AFTER = 50;
const WRITE_AFTER = 15_000;
/** Renames are looked for so long after the index changed, in milliseconds. */
const LOOK_AFTER = 2_000;
/** Turns that are told one by one. */
const MOST_RECENT = 50;
/** Reports that are remembered. */
const MOST_REPORTS = 4;
const DAY_MS = 86_400_000;

/** Counts how entries are used. No turn waits for it: a turn is only put into a queue. */
export class AnalyticsAdministration {
  readonly #ledger = new UseLedger();
  readonly #store: UseStore;
  #queue: Trace[] = [];
  #loading: Promise<void> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();
  #cancelCount: (() => void) | undefined;
  #cancelWrite: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;
  #seen: unknown;
  #resetAt: number | undefined;
  readonly #reports = new LruMap<string, { readonly basis: readonly unknown[]; readonly report: UseReport }>(
    MOST_REPORTS,
  );

  constructor(private readonly parts: AnalyticsParts) {
    this.#store = new UseStore(parts.ports);
  }

  /** Begins to count, and brings back what earlier runs counted; that need not be waited for. */
  open(): void {
    const { timer, log } = this.parts.ports;
    this.parts.events.on((event) => {
      if (event.kind === 'generation-finished') {
        this.#queue.push(event.trace);
        this.#cancelCount ??= timer.after(COUNT_AFTER, () => this.#count());
      }
      if (event.kind === 'index-changed') this.#cancelLook ??= timer.after(LOOK_AFTER, () => this.#followRenames());
    });
    this.#loading = this.#load().catch((error: unknown) => {
      log.warn('How often entries were used before could not be read; it is counted anew.', error);
    });
  }

  /** Stores what is not stored yet. */
  async close(): Promise<void> {
    this.#cancelLook?.();
    this.#count();
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    await this.#write();
  }

  /** What was counted, once that of earlier runs is there. */
  async report(filter: UseFilter): Promise<UseReport> {
    await this.#ready();
    return this.#reportOf(this.#span(filter));
  }

  /** The use of the vault's entries so far, of what is there at this moment. */
  uses(): ReadonlyMap<EntryId, EntryUse> {
    this.#count();
    return this.#reportOf({}).byId;
  }

  /** The days and the last turns. */
  async course(filter: UseFilter): Promise<UseCourse> {
    await this.#ready();
    const span = this.#span(filter);
    const chats = [...this.#ledger.chats()].filter((id) => id !== '');
    return {
      days: this.#ledger.byDay(span).map(([day, tally]) => ({ day, tally })),
      recent: this.#ledger.recent(span, MOST_RECENT),
      chats: chats.map((id) => ({ id, name: this.#ledger.chatName(id) })),
    };
  }

  /** When everything was forgotten last, as long as that can be taken back; in milliseconds since 1970. */
  get resetAt(): number | undefined {
    return this.#resetAt;
  }

  /**
   * Forgets everything, so that it can be taken back. Whether it did: without an undo nothing is forgotten. Errors:
   * `ReadOnlyDocument`.
   */
  async reset(): Promise<boolean> {
    await this.#ready();
    await this.#store.requireWritable();
    const at = this.parts.ports.clock.now();
    if (!(await this.#store.keepUndo(this.#ledger, at))) return false;
    this.#ledger.clear();
    this.#resetAt = at;
    await this.#changed();
    return true;
  }

  /** Takes the last reset back; what was counted since stays. Whether there was one. Errors: `ReadOnlyDocument`. */
  async undoReset(): Promise<boolean> {
    await this.#ready();
    await this.#store.requireWritable();
    const undo = await this.#store.undo();
    if (undo === undefined) return false;
    for (const part of undo.parts) this.#ledger.bringBack(part);
    this.#seen = undefined;
    this.#followRenames();
    this.#resetAt = undefined;
    await this.#changed();
    await this.#store.dropUndo();
    return true;
  }

  async #load(): Promise<void> {
    await this.#store.load(this.#ledger);
    this.#resetAt = (await this.#store.undo())?.at;
    this.#followRenames();
  }

  async #ready(): Promise<void> {
    await this.#loading;
    this.#count();
    this.#followRenames();
  }

  /** Counts the turns that wait. */
  #count(): void {
    this.#cancelCount?.();
    this.#cancelCount = undefined;
    const traces = this.#queue;
    if (traces.length === 0) return;
    this.#queue = [];
    const minutesEast = this.parts.ports.minutesEast?.() ?? 0;
    for (const trace of traces) this.#ledger.record(turnUse(trace, minutesEast));
    this.#writeSoon();
  }

  /** Counts stay with their notes: a note that comes to an old name begins anew. */
  #followRenames(): void {
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    const { lore } = this.parts;
    // While the index is not whole, a note that is not read yet looks like one that was renamed.
    if (lore.state.kind !== 'ready' || this.#seen === lore.index) return;
    this.#seen = lore.index;
    const { version } = this.#ledger;
    this.#ledger.rename((id) => lore.currentId(id));
    if (this.#ledger.version !== version) this.#writeSoon();
  }

  #writeSoon(): void {
    this.#cancelWrite ??= this.parts.ports.timer.after(WRITE_AFTER, () => void this.#write());
  }

  #write(): Promise<void> {
    this.#cancelWrite = undefined;
    this.#writing = this.#writing.then(() => this.#loading).then(() => this.#store.save(this.#ledger));
    return this.#writing;
  }

  async #changed(): Promise<void> {
    this.parts.events.emit({ kind: 'analytics-changed' });
    await this.#write();
  }

  #span({ chat, days }: UseFilter): UseSpan {
    const { clock, minutesEast } = this.parts.ports;
    const since = days === undefined ? undefined : dayOf(clock.now() - (days - 1) * DAY_MS, minutesEast?.() ?? 0);
    return { ...(chat !== undefined && { chat }), ...(since !== undefined && { since }) };
  }

  /** The report of a span; those asked for last are remembered as long as nothing changed. */
  #reportOf(span: UseSpan): UseReport {
    const { index } = this.parts.lore;
    const basis = [this.#ledger.version, index];
    const key = JSON.stringify([span.chat, span.since]);
    const known = this.#reports.get(key);
    if (known?.basis.every((part, at) => part === basis[at]) === true) return known.report;
    const sum = this.#ledger.sum(span);
    const { entries: _entries, ...turns } = sum;
    const entries = entryUses(sum, index.entries, (id) => this.#ledger.name(id));
    const states = { always: 0, hot: 0, warm: 0, cold: 0, never: 0, off: 0, gone: 0 };
    for (const { state } of entries) states[state]++;
    const report = { turns, entries, byId: new Map(entries.map((use) => [use.id, use])), states };
    this.#reports.set(key, { basis, report });
    return report;
  }
}
