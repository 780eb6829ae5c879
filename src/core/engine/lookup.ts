import type { EntryProblem } from '../lore/entry-problem';
import type { LoreEntry, SkipReason } from '../lore/lore-entry';

/** What the engine is doing with the vault. */
export type IndexState =
  | { readonly kind: 'indexing'; readonly done: number; readonly total: number }
  | { readonly kind: 'ready' }
  /** The vault could not be read; the last good index (perhaps none) is used. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Which entries a list should hold. */
export interface EntryFilter {
  /** Words that title, path, keys or tags contain, and terms like `tag:…`; all of them hold. */
  readonly text?: string;
  readonly tag?: string;
  readonly folder?: string;
  readonly type?: string;
  readonly problems?: boolean;
  /** By title without it; otherwise what was used most comes first. */
  readonly sort?: 'title' | 'use';
}

/** Part of a list and how long the whole is. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly offset: number;
}

/** A note that is no entry but may have been meant as one. */
export interface UnusedNote {
  readonly path: string;
  readonly state: 'skipped' | 'quarantined' | 'guide';
  readonly reason: SkipReason | undefined;
  readonly problems: readonly EntryProblem[];
}

/** A hit of the full-text search, best first. */
export interface SearchHit {
  readonly entry: LoreEntry;
  /** Relevance; only the order within one answer means something. */
  readonly score: number;
  /** A piece of the text around the first word found. */
  readonly excerpt: string;
}
