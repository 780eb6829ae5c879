import { compareTurns, type EntryChange } from '../../server/contract/turn-words';
import type { WireTrace } from '../../server/contract/wire-generation';
import { placeWords } from '../place-words';

/** What became of an entry from one turn to the next. */
export interface DiffEntry {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** Tokens in the later turn; of one that went out, in the earlier. */
  readonly tokens: number;
  /** Tokens in the earlier turn, where it was in and they were others. */
  readonly tokensBefore: number | undefined;
  /** Why it came, went or stayed. */
  readonly why: string;
  /** Why it was in or out before; undefined where that is not known. */
  readonly whyBefore: string | undefined;
  /** The places, where they differ. */
  readonly moved: { readonly from: string; readonly to: string } | undefined;
}

/** Two turns side by side. */
export interface TurnDiff {
  readonly came: readonly DiffEntry[];
  readonly went: readonly DiffEntry[];
  readonly stayed: readonly DiffEntry[];
}

/** What changed from an earlier turn to a later one. */
export function turnDiff(before: WireTrace, after: WireTrace): TurnDiff {
  const { came, went, stayed } = compareTurns(before, after);
  return { came: came.map(diffEntry), went: went.map(diffEntry), stayed: stayed.map(diffEntry) };
}

/** A change of an entry in words. */
export function diffEntry({ moved, ...change }: EntryChange): DiffEntry {
  return { ...change, moved: moved && { from: placeWords(moved.from), to: placeWords(moved.to) } };
}
