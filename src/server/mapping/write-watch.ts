import type { BookChange } from '../../core/watch/book-changes';
import type { EntryView } from '../../core/watch/book-views';
import type { WatchedOverview } from '../../core/watch/watched-books';
import type { WireWatchedBook, WireWatchedChanges, WireWatchedEntries } from '../contract/wire-watch';

/** A watched book as clients are told it. */
export function writeWatchedBook({ book, counts }: WatchedOverview): WireWatchedBook {
  const { id, folder, entries, digest, seenAt, writeBack, undo } = book;
  return {
    id,
    source: { kind: 'sillytavern', book: book.book },
    folder,
    entries,
    digest,
    seenAt,
    state: book.isGone ? 'gone' : counts.conflicts > 0 ? 'conflicts' : 'mirrored',
    writeBack,
    counts: { ...counts },
    ...(undo && { undo: id }),
  };
}

/** An entry of a watched book and where its note is. */
export function writeWatchedEntry({ entry, note, state }: EntryView): WireWatchedEntries['items'][number] {
  const { uid, title, source } = entry;
  return { uid, title, state, source, ...(note && { path: note.path }) };
}

/** A change as clients are told it. */
export function writeBookChange({ fields, entry, ...change }: BookChange): WireWatchedChanges['items'][number] {
  return { ...change, fields: [...fields], ...(entry && { entry: { ...entry } }) };
}
