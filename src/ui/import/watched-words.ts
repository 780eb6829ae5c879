import type { WireWatchedBook } from '../../server/contract/wire-watch';
import { counted, figure } from '../figures';
import type { Tone } from '../parts/tone';
import type { WatchedChange } from './watched-books.svelte';

/** How to begin, in a sentence. */
export const beginSentence =
  'Open the Lorehearth drawer among the extensions of SillyTavern and choose lorebooks under Watched lorebooks. What is written there, also by other extensions, then arrives here by itself.';

/** How a watched book stands, in a word with its color. */
export function stateBadge({ state, counts }: WireWatchedBook): {
  readonly word: string;
  readonly tone: Tone;
  readonly hint: string;
} {
  switch (state) {
    case 'mirrored':
      return {
        word: 'Mirrored',
        tone: 'good',
        hint: 'The notes say what the lorebook says, but for what you changed.',
      };
    case 'conflicts':
      return {
        word: counted(counts.conflicts, 'conflict', 'conflicts'),
        tone: 'error',
        hint: 'You and SillyTavern changed the same; your words stay until you decide.',
      };
    case 'gone':
      return {
        word: 'Deleted there',
        tone: 'warning',
        hint: 'The lorebook was deleted in SillyTavern; its notes stay.',
      };
  }
}

/** What differs between a book and its notes, as a list of words; empty for nothing. */
export function differenceWords({ changedHere, missing, removedHere }: WireWatchedBook['counts']): string {
  return [
    changedHere > 0 && `${figure(changedHere)} changed here`,
    missing > 0 && `${figure(missing)} deleted there`,
    removedHere > 0 && `${figure(removedHere)} removed here`,
  ]
    .filter((words) => words !== false)
    .join(' · ');
}

interface ChangeWords {
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  /** Labels of the two decisions; absent where there is nothing to decide. */
  readonly mine?: string;
  readonly theirs?: string;
}

/** What differs in an entry and what can be done, in words. `writesBack`: changes of the vault go back into the book. */
export function changeWords({ kind }: WatchedChange, writesBack: boolean): ChangeWords {
  switch (kind) {
    case 'conflict':
      return {
        word: 'Conflict',
        tone: 'error',
        sentence: 'Both changed the same. Your words stay in the note until you decide.',
        mine: 'Keep mine',
        theirs: 'Take theirs',
      };
    case 'changed':
      return {
        word: 'Changed here',
        tone: 'info',
        sentence: writesBack ? 'SillyTavern gets it when it is open.' : 'It stays in the vault.',
        theirs: 'Take theirs',
      };
    case 'new':
      return { word: 'New here', tone: 'info', sentence: 'SillyTavern gets this note as an entry when it is open.' };
    case 'removed':
      return {
        word: 'Removed here',
        tone: 'warning',
        sentence: 'The lorebook still has the entry; no note is made again by itself.',
        mine: 'Leave it removed',
        theirs: 'Make the note again',
      };
    case 'missing':
      return {
        word: 'Deleted there',
        tone: 'warning',
        sentence: 'The lorebook does not have the entry any more; the note stays and is still used.',
        mine: 'Keep the note',
        theirs: 'Remove the note',
      };
  }
}
