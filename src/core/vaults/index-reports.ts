import { vaultOfPath } from '../base/mounted-path';
import type { LoreEntry } from '../lore/lore-entry';
import { aloneOf } from '../lore/shared-title';
import type { Clock, Timer } from '../ports/clock';
import type { RandomSource } from '../ports/random';

/** What changed of an entry. */
export type EntryNews = 'added' | 'removed' | 'text' | 'keys' | 'text and keys';

/** What changed in the index of one vault. */
export interface IndexReport {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id of the vault; empty for the host's own. */
  readonly vault: string;
  readonly vaultName: string;
  readonly added: number;
  readonly removed: number;
  /** Entries whose text, and whose keys, are others; one of which both are counts twice. */
  readonly changed: { readonly text: number; readonly keys: number };
  /** The first ones. */
  readonly entries: readonly { readonly title: string; readonly path: string; readonly what: EntryNews }[];
  /** Entries that are not among them. */
  readonly more: number;
}

/** An entry before and after some changes; a moved one is one entry. */
export interface EntryChange {
  readonly before: LoreEntry | undefined;
  readonly after: LoreEntry | undefined;
}

/** What the reports need from the host. */
export interface ReportPorts {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: RandomSource;
}

/** Who is told, and what vaults are called. */
export interface ReportListener {
  told(report: IndexReport): void;
  nameOf(vault: string): string;
}

/** Reports that are kept. */
const MOST_REPORTS = 50;
/** Entries that a report names. */
const MOST_ENTRIES = 50;
/** Changes are told when nothing changed for so long, in milliseconds; so saving a note while writing is one change. */
export const QUIET_MS = 2_000;
/** And after so long at the latest, in milliseconds. */
const LATEST_MS = 15_000;

/** Changes that are not told yet. */
interface Gathering {
  readonly since: number;
  readonly changes: Map<string, EntryChange>;
  cancel: () => void;
}

/** Gathers what changes in the index and tells it in reports, one for each vault. The newest are kept. */
export class IndexReports {
  readonly #gathering = new Map<string, Gathering>();
  /** Vaults of which reports wait until they are read. */
  readonly #held = new Set<string>();
  #reports: readonly IndexReport[] = [];

  constructor(
    private readonly ports: ReportPorts,
    private readonly listener: ReportListener,
  ) {}

  /** The newest first. */
  newest(limit: number): readonly IndexReport[] {
    return this.#reports.slice(0, limit);
  }

  /** Takes changes in. */
  note(changes: readonly EntryChange[]): void {
    for (const change of changes) {
      const vault = vaultOfPath((change.after ?? change.before)?.path ?? '');
      const gathering = this.#gathering.get(vault) ?? this.#begin(vault);
      add(gathering.changes, change);
    }
    for (const vault of this.#gathering.keys()) this.#wait(vault);
  }

  /** Tells nothing of a vault until `release`: it is being read. */
  hold(vault: string): void {
    this.#held.add(vault);
  }

  /** The vault was read. @param isTold Whether what came of it is news: the first index of a start is none. */
  release(vault: string, isTold: boolean): void {
    this.#held.delete(vault);
    if (isTold) this.#tell(vault);
    else this.#forget(vault);
  }

  /** Nothing is told any more. */
  close(): void {
    for (const vault of [...this.#gathering.keys()]) this.#forget(vault);
  }

  #begin(vault: string): Gathering {
    const gathering = { since: this.ports.clock.now(), changes: new Map(), cancel: () => undefined };
    this.#gathering.set(vault, gathering);
    return gathering;
  }

  #wait(vault: string): void {
    const gathering = this.#gathering.get(vault);
    if (!gathering || this.#held.has(vault)) return;
    gathering.cancel();
    const left = gathering.since + LATEST_MS - this.ports.clock.now();
    gathering.cancel = this.ports.timer.after(Math.max(0, Math.min(QUIET_MS, left)), () => this.#tell(vault));
  }

  #forget(vault: string): Gathering | undefined {
    const gathering = this.#gathering.get(vault);
    gathering?.cancel();
    this.#gathering.delete(vault);
    return gathering;
  }

  #tell(vault: string): void {
    const gathering = this.#forget(vault);
    if (!gathering) return;
    const news = [...gathering.changes.values()].flatMap(newsOf);
    if (news.length === 0) return;
    const count = (...kinds: readonly EntryNews[]): number => news.filter(({ what }) => kinds.includes(what)).length;
    const report: IndexReport = {
      id: this.ports.random.token(9),
      at: this.ports.clock.now(),
      vault,
      vaultName: this.listener.nameOf(vault),
      added: count('added'),
      removed: count('removed'),
      changed: { text: count('text', 'text and keys'), keys: count('keys', 'text and keys') },
      entries: news.slice(0, MOST_ENTRIES),
      more: Math.max(0, news.length - MOST_ENTRIES),
    };
    this.#reports = [report, ...this.#reports].slice(0, MOST_REPORTS);
    this.listener.told(report);
  }
}

/** Puts a change behind those before it: what counts is the first state and the last. */
function add(changes: Map<string, EntryChange>, { before, after }: EntryChange): void {
  const from = (before ?? after)?.path ?? '';
  const to = after?.path ?? from;
  const earlier = changes.get(from);
  changes.delete(from);
  changes.set(to, { before: earlier ? earlier.before : before, after });
}

function newsOf({ before, after }: EntryChange): readonly IndexReport['entries'][number][] {
  const entry = after ?? before;
  const what = kindOf(before, after);
  return entry && what ? [{ title: aloneOf(entry).title, path: entry.path, what }] : [];
}

function kindOf(before: LoreEntry | undefined, after: LoreEntry | undefined): EntryNews | undefined {
  if (!before) return after && 'added';
  if (!after) return 'removed';
  const [old, now] = [aloneOf(before), aloneOf(after)];
  const isOtherText = old.text !== now.text;
  const isOtherKeys = keysOf(old) !== keysOf(now);
  if (isOtherText && isOtherKeys) return 'text and keys';
  return isOtherText ? 'text' : isOtherKeys ? 'keys' : undefined;
}

function keysOf({ keys, refineKeys, excludeKeys }: LoreEntry): string {
  return JSON.stringify([keys, refineKeys, excludeKeys].map((list) => list.map(({ text }) => text)));
}
