import {
  isDefinitionFile,
  type NoteChange,
  type NoteListing,
  type NoteSource,
  type NoteStat,
  type NoteText,
  type Stop,
} from '../../core/ports/note-source';
import { isNoteName } from '../node/note-path';
import type { RemoteFailure } from './remote-failure';
import { isBelow, isRemotePath, leadsOut } from './remote-path';

type Listed = Extract<NoteListing, { readonly kind: 'notes' }>;

/** A listing that came about, or why there is none. */
export type RemoteListing = Listed | RemoteFailure;

/** What a vault says of itself. */
export interface VaultIdentity {
  readonly kind: 'known';
  readonly vault: string;
  readonly version: string;
}

/** A vault behind an interface. No call rejects. */
export interface RemoteVault {
  /** Who answers, without a listing. */
  identify(signal: AbortSignal | undefined): Promise<VaultIdentity | RemoteFailure>;
  list(signal: AbortSignal | undefined): Promise<RemoteListing>;
  /** `known` is what the last listing said of the note. */
  read(path: string, known: NoteStat | undefined, signal: AbortSignal | undefined): Promise<NoteText>;
  /** Lets go of connections that are kept. */
  rest(): void;
}

const OUTSIDE: NoteText = { kind: 'unreadable', reason: 'It is outside the vault.' };

/**
 * The notes of a remote vault. It asks for nothing by itself: each listing is compared with the one before, and those
 * who watch are told the difference before it is answered. Questions at the same time share one listing.
 *
 * A listing with less than half of the notes of the one before is doubted until the next one says the same: an app that
 * just starts lists what it has found so far.
 */
export class RemoteNoteSource implements NoteSource {
  readonly #listeners = new Set<(changes: readonly NoteChange[]) => void>();
  #known: Map<string, NoteStat> | undefined;
  #isDoubted = false;
  #listing: Promise<NoteListing> | undefined;
  #abort = new AbortController();

  constructor(
    readonly name: string,
    /** The one folder that is read; empty for all. */
    private readonly folder: string,
    private readonly vault: RemoteVault,
  ) {}

  list(): Promise<NoteListing> {
    this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined;
    });
    return this.#listing;
  }

  async read(path: string): Promise<NoteText> {
    if (leadsOut(path)) return OUTSIDE;
    const isKnownKind = isNoteName(path) || isDefinitionFile(path);
    if (!isKnownKind || !isRemotePath(path) || !isBelow(path, this.folder)) return { kind: 'missing' };
    const note = await this.vault.read(path, this.#known?.get(path), this.#abort.signal);
    if (note.kind === 'text' && this.#known?.has(path) === true) this.#known.set(path, note.stat);
    return note;
  }

  /** When the last listener stops, questions under way are given up. */
  watch(onChanges: (changes: readonly NoteChange[]) => void): Stop {
    const listener = (changes: readonly NoteChange[]): void => onChanges(changes);
    this.#listeners.add(listener);
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#abort.abort();
      this.#abort = new AbortController();
      this.vault.rest();
    };
  }

  async #list(): Promise<NoteListing> {
    const { signal } = this.#abort;
    const listing = await this.vault.list(signal);
    if (signal.aborted) return { kind: 'unreachable', reason: 'It was stopped.' };
    if (listing.kind !== 'notes') {
      // Whoever was told so has to hear of every note when the vault is back.
      this.#known ??= new Map();
      return { kind: 'unreachable', reason: listing.reason };
    }
    const doubt = this.#doubt(listing);
    if (doubt !== undefined) return { kind: 'unreachable', reason: doubt };
    this.#tell(this.#learn(listing));
    return listing;
  }

  #doubt({ notes, unreadable }: Listed): string | undefined {
    const before = this.#known?.size ?? 0;
    const isFew = unreadable.length === 0 && notes.length * 2 < before;
    this.#isDoubted = isFew && !this.#isDoubted;
    if (!this.#isDoubted) return undefined;
    const few = notes.length === 0 ? 'none' : `only ${String(notes.length)}`;
    return `Of ${String(before)} notes the vault lists ${few} now. What is known stays until it says so again.`;
  }

  /** Takes a listing as what is known; answers what differs, removals first, or nothing the first time. */
  #learn({ notes, unreadable }: Listed): readonly NoteChange[] {
    const before = this.#known;
    const after = new Map(notes.map((stat) => [stat.path, stat]));
    const changes: NoteChange[] = [];
    for (const [path, stat] of before ?? []) {
      if (after.has(path)) continue;
      if (unreadable.some((folder) => isBelow(path, folder.path))) after.set(path, stat);
      else changes.push({ kind: 'removed', path });
    }
    for (const stat of notes)
      if (!isSame(before?.get(stat.path), stat)) changes.push({ kind: 'changed', path: stat.path });
    this.#known = after;
    return before === undefined ? [] : changes;
  }

  #tell(changes: readonly NoteChange[]): void {
    if (changes.length === 0) return;
    for (const listener of [...this.#listeners]) listener(changes);
  }
}

/** A note of which no time is known may always be another one. */
function isSame(before: NoteStat | undefined, after: NoteStat): boolean {
  return after.modified > 0 && before?.modified === after.modified && before.size === after.size;
}
