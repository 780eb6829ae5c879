import type { EntryId } from '../base/entry-id';
import { LayeredMap, type LayerChange } from '../base/layered-map';
import { vaultOfPath } from '../base/mounted-path';
import type { LoreEntry, NoteReading } from '../lore/lore-entry';
import { KeyTable, type KeyDefaults } from './key-table';
import { NameTable } from './name-table';
import { RegexKeys } from './regex-keys';
import { SameEntries } from './same-entries';

/** A note as the index knows it. */
export interface IndexedNote {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly reading: NoteReading;
}

/** A note that was read, or one that is gone. */
export type IndexChange =
  { readonly kind: 'read'; readonly note: IndexedNote } | { readonly kind: 'removed'; readonly path: string };

/** Everything that is known of a vault's notes at one moment. Immutable: a turn holds one from start to end. */
export class LoreIndex {
  #deepest: number | undefined;
  #delayLevels: readonly number[] | undefined;
  #same: SameEntries | undefined;

  private constructor(
    readonly notes: LayeredMap<string, IndexedNote>,
    readonly entries: LayeredMap<EntryId, LoreEntry>,
    readonly keys: KeyTable,
    readonly patterns: RegexKeys,
    readonly names: NameTable,
    /** Entries that may be selected without a key: constants, bootstraps and those with @@activate. */
    readonly forced: ReadonlySet<EntryId>,
  ) {}

  static empty(defaults: KeyDefaults): LoreIndex {
    return new LoreIndex(
      LayeredMap.of(),
      LayeredMap.of(),
      KeyTable.empty(defaults),
      RegexKeys.empty,
      NameTable.empty,
      new Set(),
    );
  }

  /**
   * An index that is still being filled by its only owner: `apply` takes over what the index before it held, so that many
   * small batches cost no more than one large. It must be `sealed` before anyone else sees it.
   */
  static draft(defaults: KeyDefaults): LoreIndex {
    return new LoreIndex(
      LayeredMap.draft(),
      LayeredMap.draft(),
      KeyTable.draft(defaults),
      RegexKeys.draft(),
      NameTable.draft(),
      new Set(),
    );
  }

  /** The index that a draft became. */
  sealed(): LoreIndex {
    const { notes, entries, keys, patterns, names, forced } = this;
    return new LoreIndex(notes.sealed(), entries.sealed(), keys.sealed(), patterns.sealed(), names.sealed(), forced);
  }

  entryByPath(path: string): LoreEntry | undefined {
    const reading = this.notes.get(path)?.reading;
    return reading?.kind === 'entry' ? reading.entry : undefined;
  }

  /**
   * The entries that a name means; several are ambiguous. Of entries of one title in several vaults, those that are used.
   *
   * @param from Path of the note in which the name is written: its own vault goes first. The host's vault when left out.
   */
  resolve(name: string, from = ''): readonly EntryId[] {
    const ids = this.names.resolve(name, vaultOfPath(from));
    if (!this.names.hasSeveralVaults) return ids;
    return [...new Set(ids.map((id) => this.entries.get(id)?.sharedTitle?.instead?.id ?? id))];
  }

  /** The largest scan depth that an entry asks for; 0 when none does. */
  get deepestScan(): number {
    this.#deepest ??= [...this.entries.values()].reduce(
      (most, entry) => Math.max(most, entry.properties.scanDepth ?? 0),
      0,
    );
    return this.#deepest;
  }

  /** The levels of `delay_until_recursion` in use, ascending. Entries that are switched off open none. */
  get delayLevels(): readonly number[] {
    this.#delayLevels ??= [...new Set([...this.entries.values()].map(levelOf))]
      .filter((level) => level > 0)
      .sort((a, b) => a - b);
    return this.#delayLevels;
  }

  /** Tells which entries are the same as another one. Made when it is first asked for; from then on it follows the changes. */
  get same(): SameEntries {
    this.#same ??= SameEntries.of(this.entries.values());
    return this.#same;
  }

  /** The index after some notes were read anew or are gone. Costs what the changes cost, not what the vault does. */
  apply(changes: readonly IndexChange[]): LoreIndex {
    const last = new Map(changes.map((change) => [change.kind === 'read' ? change.note.path : change.path, change]));
    const notes: LayerChange<string, IndexedNote>[] = [];
    const gone: LoreEntry[] = [];
    const come: LoreEntry[] = [];
    for (const [path, change] of last) {
      const before = this.entryByPath(path);
      const after =
        change.kind === 'read' && change.note.reading.kind === 'entry' ? change.note.reading.entry : undefined;
      notes.push([path, change.kind === 'read' ? change.note : undefined]);
      if (before) gone.push(before);
      if (after) come.push(after);
    }
    const goneIds = gone.map((entry) => entry.id);
    const entryChanges: LayerChange<EntryId, LoreEntry>[] = [
      ...goneIds.map((id): LayerChange<EntryId, LoreEntry> => [id, undefined]),
      ...come.map((entry): LayerChange<EntryId, LoreEntry> => [entry.id, entry]),
    ];
    const next = new LoreIndex(
      this.notes.with(notes),
      this.entries.with(entryChanges),
      gone.length + come.length === 0 ? this.keys : this.keys.with(goneIds, come),
      this.patterns.with(goneIds, come),
      this.names.with(gone, come),
      changedForced(this.forced, goneIds, come),
    );
    next.#same = this.#same?.with(gone, come);
    return next;
  }
}

function levelOf(entry: LoreEntry): number {
  return entry.enabled && !entry.never ? (entry.properties.delayUntilRecursion ?? 0) : 0;
}

function changedForced(
  forced: ReadonlySet<EntryId>,
  gone: readonly EntryId[],
  come: readonly LoreEntry[],
): ReadonlySet<EntryId> {
  const next = new Set(forced);
  for (const id of gone) next.delete(id);
  for (const entry of come) if (entry.constant || entry.bootstrap || entry.decorators.activate) next.add(entry.id);
  return next;
}
