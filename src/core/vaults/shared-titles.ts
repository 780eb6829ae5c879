import { vaultOfPath } from '../base/mounted-path';
import type { LoreEntry } from '../lore/lore-entry';
import type { SameTitlePolicy } from '../lore/same-title-policy';
import { aloneOf } from '../lore/shared-title';
import type { IndexChange, LoreIndex } from '../search/lore-index';
import { foldName } from '../search/name-table';
import { mergedEntry } from './merge-entries';

/** What holds for entries of one title in several vaults. */
export interface TitleRules {
  readonly policy: SameTitlePolicy;
  /** Ids of all vaults in order of precedence; the empty one is the host's own. */
  readonly order: readonly string[];
  /** The name of a vault, by its id. */
  readonly nameOf: (vault: string) => string;
}

/**
 * Makes of entries of one title in several vaults what the user wants. What an entry becomes is written on itself, so that
 * names, keys, turns and lists all see the same. Entries that are switched off, or never injected, take no part; those of
 * one vault among themselves are left as they are.
 */
export class SharedTitles {
  constructor(private readonly rules: () => TitleRules) {}

  /** The changes, and what they change in entries of the same titles. Costs what the changes cost. */
  spread(index: LoreIndex, changes: readonly IndexChange[]): readonly IndexChange[] {
    if (!index.names.hasSeveralVaults && changes.every(isPlain)) return changes;
    const news = new Map(changes.map((change) => [pathOf(change), this.#alone(change)]));
    const come = new Map<string, LoreEntry[]>();
    for (const [path, change] of news) {
      const [before, after] = [index.entryByPath(path), entryIn(change)];
      if (before) come.set(titleOf(before), come.get(titleOf(before)) ?? []);
      if (after) come.set(titleOf(after), [...(come.get(titleOf(after)) ?? []), after]);
    }
    const spread = new Map(news);
    for (const [title, entries] of come) {
      const stayed = index.names.titled(title).flatMap((id): readonly LoreEntry[] => {
        const entry = index.entries.get(id);
        return entry && titleOf(entry) === title && !news.has(entry.path) ? [aloneOf(entry)] : [];
      });
      this.#settle(index, [...stayed, ...entries], spread);
    }
    return [...spread.values()];
  }

  /** What other rules change in an index. */
  again(index: LoreIndex): readonly IndexChange[] {
    const concerned = [...index.entries.values()].filter(
      (entry) => entry.sharedTitle !== undefined || vaultOfPath(entry.path) !== '',
    );
    return this.spread(
      index,
      concerned.flatMap((entry): readonly IndexChange[] => {
        const note = index.notes.get(entry.path);
        return note ? [{ kind: 'read', note }] : [];
      }),
    );
  }

  /** Puts what becomes of the entries of a title among the changes. */
  #settle(index: LoreIndex, members: readonly LoreEntry[], changes: Map<string, IndexChange>): void {
    for (const after of this.#decide(members)) {
      const change = changes.get(after.path);
      const before = index.entryByPath(after.path);
      if (!change && before?.sharedTitle === undefined && after.sharedTitle === undefined) continue;
      const note = change?.kind === 'read' ? change.note : index.notes.get(after.path);
      if (note) changes.set(after.path, { kind: 'read', note: { ...note, reading: { kind: 'entry', entry: after } } });
    }
  }

  /** @param members As their notes alone say. */
  #decide(members: readonly LoreEntry[]): readonly LoreEntry[] {
    const { policy } = this.rules();
    const taking = members.filter(({ enabled, never }) => enabled && !never).sort((a, b) => this.#compare(a, b));
    const vaults = [...new Set(taking.map(({ path }) => vaultOfPath(path)))];
    if (vaults.length < 2) return members;
    const leading = policy === 'last' ? vaults.at(-1) : vaults[0];
    const leader = taking.find(({ path }) => vaultOfPath(path) === leading);
    return members.map((entry) => {
      if (!taking.includes(entry) || !leader) return entry;
      const others = taking.filter((one) => vaultOfPath(one.path) !== vaultOfPath(entry.path));
      const shared = { policy, alone: entry, others: others.map(({ path }) => path) };
      if (policy === 'all') return { ...entry, title: this.#titleAmong(entry), sharedTitle: shared };
      if (vaultOfPath(entry.path) !== leading) {
        const { id, path } = leader;
        return { ...entry, sharedTitle: { ...shared, instead: { id, path, vault: this.#nameOf(leader) } } };
      }
      // Another one of the leading vault is used as it is.
      if (entry !== leader) return entry;
      return { ...(policy === 'merge' ? mergedEntry(entry, others) : entry), sharedTitle: shared };
    });
  }

  /** The host's own entry keeps its title, so that a further vault changes nothing in what was there. */
  #titleAmong(entry: LoreEntry): string {
    return vaultOfPath(entry.path) === '' ? entry.title : `${entry.title} (${this.#nameOf(entry)})`;
  }

  /** The change, with an entry as its note alone says, and with the name that its vault has by now. */
  #alone(change: IndexChange): IndexChange {
    const entry = entryIn(change);
    if (change.kind === 'removed' || !entry) return change;
    const alone = aloneOf(entry);
    const isOwn = vaultOfPath(entry.path) === '';
    if (isOwn && alone === entry) return change;
    const named = isOwn ? alone : { ...alone, vault: this.#nameOf(entry) };
    return { kind: 'read', note: { ...change.note, reading: { kind: 'entry', entry: named } } };
  }

  #nameOf({ path }: LoreEntry): string {
    return this.rules().nameOf(vaultOfPath(path));
  }

  #compare(a: LoreEntry, b: LoreEntry): number {
    return this.#rank(a) - this.#rank(b) || (a.path < b.path ? -1 : 1);
  }

  #rank({ path }: LoreEntry): number {
    const rank = this.rules().order.indexOf(vaultOfPath(path));
    return rank === -1 ? Infinity : rank;
  }
}

/** The title of the note, as titles are compared. */
function titleOf(entry: LoreEntry): string {
  return foldName(aloneOf(entry).title);
}

/** A change in the host's own vault of an entry that nothing else concerns. */
function isPlain(change: IndexChange): boolean {
  return vaultOfPath(pathOf(change)) === '' && entryIn(change)?.sharedTitle === undefined;
}

function entryIn(change: IndexChange): LoreEntry | undefined {
  return change.kind === 'read' && change.note.reading.kind === 'entry' ? change.note.reading.entry : undefined;
}

function pathOf(change: IndexChange): string {
  return change.kind === 'read' ? change.note.path : change.path;
}
