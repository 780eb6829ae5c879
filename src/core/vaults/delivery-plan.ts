import type { NoteListing, NoteStat } from '../ports/note-source';
import type { IndexedNote } from '../search/lore-index';

/** A listing that was answered. */
export type AnsweredListing = Extract<NoteListing, { readonly kind: 'notes' }>;

/** What of a vault is other than the index has it. Paths are those inside the vault. */
export interface DeliveryPlan {
  readonly gone: readonly string[];
  /** In parts that are read and handed over one after the other; what is new comes first. */
  readonly parts: readonly (readonly NoteStat[])[];
  /** Notes that are as the index has them. */
  readonly same: readonly NoteStat[];
}

/** Handed over at once at most: so that a moved folder is one step, and memory holds it. */
const MOST_NOTES = 1_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Compares a listing with what the index has.
 *
 * @param known The notes of the vault as the index has them, by their path inside the vault.
 * @param everything Whether notes of the same size and time are read all the same.
 */
export function planDelivery(
  { notes, unreadable }: AnsweredListing,
  known: ReadonlyMap<string, IndexedNote>,
  everything: boolean,
): DeliveryPlan {
  const listed = new Set(notes.map(({ path }) => path));
  const isHidden = (path: string): boolean => unreadable.some((folder) => path.startsWith(`${folder.path}/`));
  const isSame = (stat: NoteStat): boolean => {
    const note = known.get(stat.path);
    return !everything && note !== undefined && note.modified > 0 && isLike(note, stat);
  };
  const other = notes.filter((stat) => !isSame(stat));
  const news = other.filter(({ path }) => !known.has(path));
  return {
    gone: [...known.keys()].filter((path) => !listed.has(path) && !isHidden(path)),
    parts: inParts([...news, ...other.filter(({ path }) => known.has(path))]),
    same: notes.filter(isSame),
  };
}

function isLike(note: IndexedNote, stat: NoteStat): boolean {
  return note.modified === stat.modified && note.size === stat.size;
}

function inParts(stats: readonly NoteStat[]): readonly (readonly NoteStat[])[] {
  const parts: NoteStat[][] = [];
  let bytes = 0;
  for (const stat of stats) {
    const part = parts.at(-1);
    if (!part || part.length === MOST_NOTES || bytes + stat.size > MOST_BYTES) {
      parts.push([stat]);
      bytes = stat.size;
      continue;
    }
    part.push(stat);
    bytes += stat.size;
  }
  return parts;
}
