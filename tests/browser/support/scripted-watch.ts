import type { Context } from 'hono';
import type { Handlers } from '../../../src/server/contract/api';
import type { WireWatchedBook, WireWatchedChanges } from '../../../src/server/contract/wire-watch';
import { pictureNow } from './picture-clock';

type WatchHandlers = Pick<
  Handlers,
  'watchedBooks' | 'mirrorBook' | 'watchedEntries' | 'watchedChanges' | 'resolveWatched' | 'bookGone' | 'stopWatching'
>;
type Change = WireWatchedChanges['items'][number];

/** Watched lorebooks of a scripted server: what differs in each is put in by the test. */
export class ScriptedWatch {
  books: readonly WireWatchedBook[] = [];
  /** By id of the book. */
  changes: Readonly<Record<string, readonly Change[]>> = {};
  /** Why nothing is settled, if it is not. */
  refusal: string | undefined;
  /** What was decided so far. */
  readonly settled: { readonly uid: string; readonly keep: 'mine' | 'theirs' }[] = [];

  handlers(): WatchHandlers {
    return {
      watchedBooks: (context) => context.json({ items: this.books }, 200),
      mirrorBook: (context) => {
        const { book, digest } = context.req.valid('json');
        const report = { created: 0, updated: 0, unchanged: 0, conflicts: 0, missing: 0, removedHere: 0, failed: [] };
        return context.json({ book: watchedBook(book, { digest }), report }, 200);
      },
      watchedEntries: (context) =>
        this.#find(context) ? context.json({ digest: '1', items: [] }, 200) : notFound(context),
      watchedChanges: (context) => {
        const book = this.#find(context);
        return book
          ? context.json({ digest: book.digest, items: this.changes[book.id] ?? [] }, 200)
          : notFound(context);
      },
      resolveWatched: (context) => {
        const book = this.#find(context);
        const decision = context.req.valid('json');
        if (this.refusal !== undefined) return context.json(problem(409, 'not_kept', this.refusal), 409);
        if (!book) return notFound(context);
        this.settled.push(decision);
        const left = (this.changes[book.id] ?? []).filter(({ uid }) => uid !== decision.uid);
        this.changes = { ...this.changes, [book.id]: left };
        return context.json({ book: this.#put(withCounts(book, left)) }, 200);
      },
      bookGone: (context) => {
        const book = this.#find(context);
        return book ? context.json(this.#put({ ...book, state: 'gone' }), 200) : notFound(context);
      },
      stopWatching: (context) => {
        const book = this.#find(context);
        if (!book) return notFound(context);
        this.books = this.books.filter((one) => one !== book);
        return context.json({ id: book.id, notes: book.entries }, 200);
      },
    };
  }

  #find(context: Context): WireWatchedBook | undefined {
    return this.books.find(({ id }) => id === context.req.param('id'));
  }

  #put(book: WireWatchedBook): WireWatchedBook {
    this.books = this.books.map((one) => (one.id === book.id ? book : one));
    return book;
  }
}

/** A watched book; without differences, unless it says something else. */
export function watchedBook(book: string, more: Partial<WireWatchedBook> = {}): WireWatchedBook {
  return {
    id: `st-${book.toLowerCase()}`,
    source: { kind: 'sillytavern', book },
    folder: `Lorebooks/${book}`,
    entries: 24,
    digest: '1',
    seenAt: pictureNow - 180_000,
    state: 'mirrored',
    writeBack: false,
    counts: { changedHere: 0, conflicts: 0, missing: 0, removedHere: 0 },
    ...more,
  };
}

/** The same book with the counts of what differs. */
export function withCounts(book: WireWatchedBook, changes: readonly Change[]): WireWatchedBook {
  const count = (kind: Change['kind']): number => changes.filter((change) => change.kind === kind).length;
  const conflicts = count('conflict');
  const counts = { changedHere: count('changed'), conflicts, missing: count('missing'), removedHere: count('removed') };
  return { ...book, counts, state: conflicts > 0 ? 'conflicts' : 'mirrored' };
}

function notFound(context: Context) {
  return context.json(problem(404, 'not_found', 'No book with this id is watched.'), 404);
}

function problem(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}
