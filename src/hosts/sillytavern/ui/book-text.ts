import type { BookStanding } from '../watch/mirror-board';
import { countOfEntries, grouped } from './turn-text';

/** The state of a book in a line. */
export interface BookText {
  readonly tone: 'good' | 'busy' | 'idle' | 'bad';
  readonly text: string;
}

/** What besides its standing decides what is said of a book. */
export interface BookMoment {
  readonly isConnected: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Says how it stands with a book that is mirrored. */
export function bookText({ item, problem, busy }: BookStanding, { isConnected, now }: BookMoment): BookText {
  if (!isConnected) return { tone: 'idle', text: 'Waits for Lorehearth' };
  if (busy) return { tone: 'busy', text: 'Sending …' };
  if (problem !== '') return { tone: 'bad', text: problem };
  if (item === undefined) return { tone: 'busy', text: 'Waits for a first look …' };
  const { counts, entries, state } = item;
  if (state === 'gone') return { tone: 'idle', text: 'Not in SillyTavern any more · its notes stay' };
  const parts = [
    `Mirrored ${countOfEntries(entries)}`,
    timeAgo(now - item.seenAt),
    counted(counts.conflicts, 'conflict', 'conflicts'),
    counted(counts.changedHere, 'changed in the notes'),
    counted(counts.removedHere, 'removed from the notes'),
    counted(counts.missing, 'only in the notes'),
  ];
  return { tone: state === 'conflicts' ? 'bad' : 'good', text: parts.filter((part) => part !== '').join(' · ') };
}

function counted(count: number, one: string, many = one): string {
  return count === 0 ? '' : `${grouped(count)} ${count === 1 ? one : many}`;
}

/** The clocks of two computers differ a little. */
function timeAgo(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${String(seconds)} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${String(hours)} h ago` : counted(Math.floor(hours / 24), 'day ago', 'days ago');
}
