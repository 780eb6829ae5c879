import { mountFolder, splitMounted } from '../base/mounted-path';
import type { NoteChange, NoteListing, NoteSource, NoteText, Stop } from '../ports/note-source';
import { MountedVault, type MountParts } from './mounted-vault';

/** Said of paths of vaults that are not, or no longer, there. */
const NOT_THERE: NoteText = { kind: 'missing' };

/** What a vault brings to be mounted; the rest is the same for all. */
export type NewMount = Pick<MountParts, 'place' | 'source' | 'breaker' | 'known' | 'began' | 'ended'>;

/** What all mounted vaults share. */
export type SharedMountParts = Omit<MountParts, keyof NewMount | 'report'>;

/**
 * The host's own vault with further ones beside it, as one source of notes. A further vault is a top folder (`<id>:`) that
 * no note of Obsidian can lie in, so that equal paths never clash; one that cannot be reached, or was not read yet, is a
 * folder that cannot be listed.
 */
export class MountedVaults implements NoteSource {
  readonly #mounts = new Map<string, MountedVault>();
  readonly #listeners = new Set<(changes: readonly NoteChange[]) => void>();

  constructor(
    private readonly own: NoteSource,
    private readonly parts: SharedMountParts,
  ) {}

  get name(): string {
    return this.own.name;
  }

  async list(): Promise<NoteListing> {
    const listing = await this.own.list();
    if (listing.kind === 'unreachable' || this.#mounts.size === 0) return listing;
    const further = [...this.#mounts.values()].map((mount) => mount.list());
    const notes = further.flatMap((one) => one.notes).sort((a, b) => (a.path < b.path ? -1 : 1));
    return {
      kind: 'notes',
      notes: [...listing.notes, ...notes],
      unreadable: [...listing.unreadable, ...further.flatMap((one) => one.unreadable)],
    };
  }

  read(path: string): Promise<NoteText> {
    const { vault, inner } = splitMounted(path);
    const mount = this.#mounts.get(vault);
    if (mount) return mount.readNote(inner);
    return vault === '' ? this.own.read(path) : Promise.resolve(NOT_THERE);
  }

  watch(onChanges: (changes: readonly NoteChange[]) => void): Stop {
    const listener = (changes: readonly NoteChange[]): void => onChanges(changes);
    this.#listeners.add(listener);
    const stop = this.own.watch(listener);
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  }

  get(vault: string): MountedVault | undefined {
    return this.#mounts.get(vault);
  }

  get all(): readonly MountedVault[] {
    return [...this.#mounts.values()];
  }

  /** Puts a vault beside the others. One of the same id makes way; what the index has of it stays. Nothing is read before `start`. */
  mount(given: NewMount): MountedVault {
    this.unmount(given.place.id);
    const mount = new MountedVault({ ...this.parts, ...given, report: (changes) => this.#report(changes) });
    this.#mounts.set(given.place.id, mount);
    return mount;
  }

  /** Reads a vault no longer. */
  unmount(vault: string): void {
    this.#mounts.get(vault)?.stop();
    this.#mounts.delete(vault);
  }

  /** Stops everything. */
  stop(): void {
    for (const vault of [...this.#mounts.keys()]) this.unmount(vault);
  }

  #report(changes: readonly NoteChange[]): void {
    for (const listener of [...this.#listeners]) listener(changes);
  }
}

/** Whether a folder that cannot be listed is a further vault: then its state says why, and not the log. */
export function isMount(folder: string): boolean {
  return splitMounted(`${folder}/`).vault !== '' && folder === mountFolder(splitMounted(`${folder}/`).vault);
}
