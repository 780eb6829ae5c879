import type { NoteSource } from '../ports/note-source';

/** A vault that this host cannot open: it answers as one that cannot be reached, so that what is known of it stays. */
export function closedSource(name: string, reason: string): NoteSource {
  return {
    name,
    list: () => Promise.resolve({ kind: 'unreachable', reason }),
    read: () => Promise.resolve({ kind: 'unreadable', reason }),
    watch: () => () => undefined,
  };
}
