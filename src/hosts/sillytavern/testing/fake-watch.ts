import type {
  WireMirrorRequest,
  WireWatchedBook,
  WireWatchedChanges,
  WireWatchedEntries,
} from '../../../server/contract/wire-watch';

type Change = WireWatchedChanges['items'][number];

/** The books that a fake server watches. Every entry of a book becomes a note. */
export class FakeWatch {
  readonly items = new Map<string, WireWatchedBook>();
  /** Every book that was sent, oldest first. */
  readonly sent: WireMirrorRequest[] = [];
  /** What was settled, oldest first. */
  readonly settled: unknown[] = [];
  /** What the notes of a book say otherwise, by the book's name. */
  readonly changes = new Map<string, readonly Change[]>();
  /** Numbers of entries without a note. */
  readonly noteless = new Set<string>();
  /** Answers books with this status and sentence; `undefined` takes them. */
  refusal: { readonly status: number; readonly detail: string } | undefined;

  serves(path: string): boolean {
    return path.startsWith('/v1/watched-books');
  }

  async serve(path: string, init: RequestInit): Promise<Response> {
    const [id, action] = path.split('/').slice(3);
    const body: unknown = init.body == null ? undefined : await new Response(init.body).json();
    if (id === undefined) return init.method === 'PUT' ? this.#mirror(body as WireMirrorRequest) : this.#list();
    const item = [...this.items.values()].find((one) => one.id === id);
    if (item === undefined) return json(404, { title: 'Not found', detail: 'No such book is watched.' });
    if (action === 'entries') return json(200, this.#entries(item));
    if (action === 'changes')
      return json(200, { digest: item.digest, items: this.changes.get(item.source.book) ?? [] });
    if (action === 'resolve') return this.#resolve(item, body);
    if (action === 'gone') return json(200, this.#keep({ ...item, state: 'gone' }));
    this.items.delete(item.source.book);
    return json(200, { id, notes: item.entries });
  }

  #list(): Response {
    return json(200, { items: [...this.items.values()] });
  }

  #mirror(sent: WireMirrorRequest): Response {
    if (this.refusal !== undefined) return json(this.refusal.status, this.refusal);
    this.sent.push(sent);
    const { book, renamedFrom, digest, writeBack = false } = sent;
    if (renamedFrom !== undefined) this.items.delete(renamedFrom);
    const { entries } = sent.data as { entries: Record<string, { uid: number }> };
    const changed = (this.changes.get(book) ?? []).filter(({ at, entry }) => !isSame(entries[at], entry));
    this.changes.set(book, changed);
    const counts = { changedHere: changed.length, conflicts: 0, missing: 0, removedHere: 0 };
    const item = this.#keep({
      id: `st-${book}`,
      source: { kind: 'sillytavern', book },
      folder: book,
      entries: Object.keys(entries).length,
      digest,
      seenAt: Date.now(),
      state: 'mirrored',
      writeBack,
      counts,
    });
    const report = { created: 0, updated: 0, unchanged: 0, conflicts: 0, missing: 0, removedHere: 0, failed: [] };
    return json(200, { book: item, report });
  }

  #entries({ digest, entries, source }: WireWatchedBook): WireWatchedEntries {
    const ofBook = this.sent.filter(({ book }) => book === source.book);
    const last = ofBook.at(-1)?.data as { entries: Record<string, { uid: number }> };
    const uids = entries === 0 ? [] : Object.values(last.entries).map(({ uid }) => String(uid));
    const noted = (uid: string) => (this.noteless.has(uid) ? {} : { path: `${source.book}/${uid}.md` });
    return { digest, items: uids.map((uid) => ({ uid, title: uid, state: 'mirrored', source: uid, ...noted(uid) })) };
  }

  #resolve(item: WireWatchedBook, body: unknown): Response {
    this.settled.push(body);
    return json(200, { book: this.#keep({ ...item, state: 'mirrored', counts: { ...item.counts, conflicts: 0 } }) });
  }

  #keep(item: WireWatchedBook): WireWatchedBook {
    this.items.set(item.source.book, item);
    return item;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
