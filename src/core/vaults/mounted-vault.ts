import { contentHash } from '../base/content-hash';
import type { Breaker } from '../base/breaker';
import { mountedPath, mountFolder } from '../base/mounted-path';
import type { Clock, Timer } from '../ports/clock';
import type { Log } from '../ports/log';
import type { NoteChange, NoteListing, NoteStat, NoteText, Stop, UnreadableFolder } from '../ports/note-source';
import type { OpenedVault, VaultPlace } from '../ports/vault-opener';
import type { IndexedNote } from '../search/lore-index';
import { planDelivery, type AnsweredListing } from './delivery-plan';
import { fetchNotes } from './fetch-notes';
import { withinTime } from './within-time';

/** A listing has to be there after so long, in milliseconds. */
export const LISTING_MS = 60_000;
/** A note has to be there after so long, in milliseconds. */
const READING_MS = 30_000;

/** How a further vault stands. */
export interface MountState {
  readonly state: 'reading' | 'ready' | 'unreachable';
  /** Why it cannot be reached, in a sentence. */
  readonly reason: string | undefined;
  /** When it was read last, in milliseconds since 1970. */
  readonly lastRead: number | undefined;
  /** When it is read again by itself, in milliseconds since 1970. */
  readonly nextTry: number | undefined;
}

/** What a mounted vault works with. */
export interface MountParts {
  readonly place: VaultPlace;
  readonly source: OpenedVault;
  readonly breaker: Breaker;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** Milliseconds between two looks at a remote vault; 0 for none. */
  readonly interval: () => number;
  /** Its notes as the index has them, by their path inside the vault. */
  readonly known: () => ReadonlyMap<string, IndexedNote>;
  /** Tells the index of changes, by the paths that it knows. */
  readonly report: (changes: readonly NoteChange[]) => void;
  /** Resolves when the index has taken in what it was told. */
  readonly settled: () => Promise<void>;
  /** Told when its state is another one. */
  readonly changed: () => void;
  /** Told when a reading began. */
  readonly began: () => void;
  /** Told when a reading ended, and whether the vault was read. */
  readonly ended: (isRead: boolean) => void;
}

/**
 * A further vault beside the host's own. It looks at the vault from time to time, reads what is other than the index has
 * it, and only then tells the index, which so never waits for a network. What cannot be reached or read stays as it was.
 */
export class MountedVault {
  /** What was told to the index and stands, by the path inside the vault. */
  readonly #delivered = new Map<string, NoteStat>();
  /** Texts that were read and that the index is about to take. */
  readonly #ready = new Map<string, NoteText>();
  /** Fingerprints of texts of which no time is known. */
  readonly #prints = new Map<string, string>();
  #unreadable: readonly UnreadableFolder[] = [];
  /** Whether what was delivered is the whole vault. */
  #isWhole = false;
  #state: MountState = { state: 'reading', reason: undefined, lastRead: undefined, nextTry: undefined };
  #reading: Promise<void> | undefined;
  /** Whether the reading that is to come takes everything. */
  #wantsAll = false;
  #isStopped = false;
  #stopWatching: Stop = () => undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(private readonly parts: MountParts) {}

  get place(): VaultPlace {
    return this.parts.place;
  }

  get writer(): OpenedVault['writer'] {
    return this.parts.source.writer;
  }

  get state(): MountState {
    return this.#state;
  }

  /** Watches and reads for the first time. */
  start(): void {
    // A remote source tells the same that comparing with the index tells; it is listened to, so that it stays awake.
    this.#stopWatching = this.parts.source.watch((changes) => {
      if (this.place.kind === 'folder') this.#noticed(changes);
    });
    void this.read();
  }

  /** Looks at the vault now, whenever it would be time; joins a look that is under way. Never rejects. */
  read(everything = false): Promise<void> {
    this.#wantsAll ||= everything;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      if (this.#wantsAll && !this.#isStopped && this.#state.state === 'ready') void this.read();
    });
    return this.#reading;
  }

  /** The user wants it tried now, or has mended something: a pause is over. */
  readNow(): Promise<void> {
    this.parts.breaker.reset();
    return this.read();
  }

  /** Lets the index keep what it has of the vault until it was read again. */
  holdBack(): void {
    this.#isWhole = false;
    this.#delivered.clear();
  }

  /** The time between two looks is another one. */
  reschedule(): void {
    if (this.#reading === undefined && !this.#isStopped) this.#schedule();
  }

  /** Ends everything; what is under way no longer counts. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
    this.#stopWatching();
    this.#ready.clear();
  }

  /** What the index was told of, by the paths that it knows. While that is not all, the vault is a folder that cannot be listed. */
  list(): AnsweredListing {
    const { id } = this.place;
    const isThere = this.#isWhole && this.#state.state !== 'unreachable';
    const unreadable = isThere
      ? this.#unreadable.map(({ path, reason }) => ({ path: mountedPath(id, path), reason }))
      : [{ path: mountFolder(id), reason: this.#state.reason ?? 'It is being read.' }];
    const notes = this.#state.state === 'unreachable' ? [] : [...this.#delivered.values()];
    return { kind: 'notes', notes: notes.map((stat) => mountedStat(id, stat)), unreadable };
  }

  /** The text of a note, by its path inside the vault. */
  async readNote(path: string): Promise<NoteText> {
    const ready = this.#ready.get(path);
    this.#ready.delete(path);
    const text = ready ?? (await this.#ask(path));
    if (text.kind === 'text' && this.#delivered.has(path)) this.#delivered.set(path, text.stat);
    if (text.kind === 'missing') this.#delivered.delete(path);
    return text.kind === 'text' ? { ...text, stat: mountedStat(this.place.id, text.stat) } : text;
  }

  /** Whether its entries are those of an earlier time, since it cannot be reached. */
  get isStale(): boolean {
    return this.#state.reason !== undefined;
  }

  /** Something was written into the vault just now. */
  wrote(changes: readonly NoteChange[]): void {
    this.#noticed(changes);
  }

  /** Asked anew after each wait. */
  #hasStopped(): boolean {
    return this.#isStopped;
  }

  async #read(): Promise<void> {
    this.#cancelTimer();
    const { breaker, source, timer } = this.parts;
    const permit = breaker.enter(LISTING_MS);
    if (!permit) {
      this.#endUnreachable(this.#state.reason ?? 'Its server did not answer a moment ago.');
      return;
    }
    if (!this.#isWhole && this.#state.reason === undefined) this.#show({ state: 'reading', nextTry: undefined });
    this.parts.began();
    const everything = this.#wantsAll;
    this.#wantsAll = false;
    const listing = await withinTime(source.list(), LISTING_MS, timer, LATE).catch(failed);
    if (this.#hasStopped()) {
      permit.release();
      return;
    }
    if (listing.kind === 'unreachable') {
      permit.fail();
      this.#endUnreachable(listing.reason);
      return;
    }
    permit.succeed();
    if (!this.#isWhole || this.#state.state === 'unreachable') this.#show({ state: 'reading', reason: undefined });
    const lost = await this.#deliver(listing, everything);
    if (this.#hasStopped()) return;
    if (lost !== undefined) {
      breaker.enter(LISTING_MS)?.fail();
      this.#endUnreachable(lost);
      return;
    }
    this.#state = { ...this.#state, state: 'ready', reason: undefined, lastRead: this.parts.clock.now() };
    this.#end();
  }

  /** Hands over what is other than the index has it. Tells why the vault was lost meanwhile, if it was. */
  async #deliver(listing: AnsweredListing, everything: boolean): Promise<string | undefined> {
    const plan = planDelivery(listing, this.parts.known(), everything);
    const listed = new Set(listing.notes.map(({ path }) => path));
    for (const path of this.#delivered.keys()) if (!listed.has(path)) this.#delivered.delete(path);
    for (const stat of plan.same) this.#delivered.set(stat.path, stat);
    this.#unreadable = listing.unreadable;
    let gone = plan.gone;
    for (const part of plan.parts.length === 0 ? [[]] : plan.parts) {
      const stats = new Map(part.map((stat) => [stat.path, stat]));
      const fetched = await fetchNotes(
        [...stats.keys()],
        (path) => this.#ask(path),
        () => this.#isStopped,
      );
      if (this.#isStopped) return undefined;
      if (fetched.lost !== undefined) return fetched.lost;
      for (const [path, text] of fetched.texts) this.#prepare(path, text, stats.get(path), everything);
      const changed = [...this.#ready.keys()];
      if (gone.length + changed.length > 0)
        this.parts.report(this.#mounted([...gone.map(asGone), ...changed.map(asChanged)]));
      gone = [];
      await this.parts.settled();
      this.#ready.clear();
    }
    this.#isWhole = true;
    return undefined;
  }

  /** A text of which no time is known is handed over only when it is another one. */
  #prepare(path: string, text: NoteText, listed: NoteStat | undefined, everything: boolean): void {
    const stat = text.kind === 'text' ? text.stat : listed;
    if (stat && text.kind !== 'missing') this.#delivered.set(path, stat);
    const print = text.kind === 'text' && text.stat.modified === 0 ? contentHash(text.text) : undefined;
    const isKnown = print !== undefined && print === this.#prints.get(path) && !everything;
    if (print === undefined) this.#prints.delete(path);
    else this.#prints.set(path, print);
    if (!isKnown) this.#ready.set(path, text);
  }

  /** What the vault told by itself. */
  #noticed(changes: readonly NoteChange[]): void {
    if (this.#isStopped || changes.length === 0) return;
    for (const change of changes) {
      const gone = change.kind === 'renamed' ? change.from : change.kind === 'removed' ? change.path : undefined;
      const come = change.kind === 'renamed' ? change.to : change.kind === 'changed' ? change.path : undefined;
      if (gone !== undefined) this.#delivered.delete(gone);
      if (come !== undefined) this.#delivered.set(come, { path: come, size: 0, modified: 0 });
      if (come !== undefined) this.#ready.delete(come);
    }
    this.parts.report(this.#mounted(changes));
    // It can be reached again, and what happened meanwhile needs a full look.
    if (this.#state.state === 'unreachable') void this.readNow();
  }

  async #ask(path: string): Promise<NoteText> {
    if (this.#isStopped) return { kind: 'unreadable', reason: 'The vault is not read any more.' };
    if (this.parts.breaker.isShut)
      return { kind: 'unreadable', reason: this.#state.reason ?? 'The vault cannot be reached.' };
    return withinTime(this.parts.source.read(path), READING_MS, this.parts.timer, LATE_NOTE).catch(failedNote);
  }

  #mounted(changes: readonly NoteChange[]): readonly NoteChange[] {
    const { id } = this.place;
    return changes.map((change) =>
      change.kind === 'renamed'
        ? { ...change, from: mountedPath(id, change.from), to: mountedPath(id, change.to) }
        : { ...change, path: mountedPath(id, change.path) },
    );
  }

  #endUnreachable(reason: string): void {
    if (this.#state.reason !== reason)
      this.parts.log.warn(`The vault “${this.place.name}” cannot be reached: ${reason}`);
    this.#state = { ...this.#state, state: 'unreachable', reason };
    this.#end();
  }

  #end(): void {
    this.parts.ended(this.#state.state === 'ready');
    this.#schedule();
  }

  #schedule(): void {
    this.#cancelTimer();
    const wait = this.#wait();
    this.#show({ nextTry: wait === undefined ? undefined : this.parts.clock.now() + wait });
    if (wait !== undefined) this.#cancelTimer = this.parts.timer.after(wait, () => void this.read());
  }

  /** Milliseconds until it is looked at again by itself; undefined for never. */
  #wait(): number | undefined {
    const { breaker, clock, interval } = this.parts;
    const isFolder = this.place.kind === 'folder';
    if (!isFolder && interval() === 0) return undefined;
    if (this.#state.state !== 'unreachable') return isFolder ? undefined : interval();
    // While another vault of this server probes it, nobody knows yet when it is let through.
    const opens = breaker.opensAgainAt ?? clock.now() + PROBE_WAIT_MS;
    return Math.max(1, opens - clock.now());
  }

  #show(state: Partial<MountState>): void {
    this.#state = { ...this.#state, ...state };
    this.parts.changed();
  }
}

const PROBE_WAIT_MS = 2_000;

const LATE: NoteListing = { kind: 'unreachable', reason: 'It did not answer in time.' };
const LATE_NOTE: NoteText = { kind: 'unreadable', reason: 'it did not answer in time' };

/** Sources do not reject; one that does all the same must not stop the looking. Its words may hold a key. */
function failed(): NoteListing {
  return { kind: 'unreachable', reason: 'Reading it failed.' };
}

function failedNote(): NoteText {
  return { kind: 'unreadable', reason: 'reading it failed' };
}

function mountedStat(vault: string, stat: NoteStat): NoteStat {
  return { ...stat, path: mountedPath(vault, stat.path) };
}

function asGone(path: string): NoteChange {
  return { kind: 'removed', path };
}

function asChanged(path: string): NoteChange {
  return { kind: 'changed', path };
}
