import type { Fetch } from '../find-server';
import type { TavernContext } from '../tavern-context';
import type { BookEditor } from '../watch/book-editor';
import type { FakeTavern } from './fake-tavern';

/** A lorebook as a test writes it. */
export interface FakeBook {
  readonly entries: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

/**
 * The lorebooks of a fake page: files on SillyTavern's server, and what the page holds of them, which is never read
 * again once it was loaded or saved.
 */
export class FakeBooks implements BookEditor {
  /** By name. */
  readonly files = new Map<string, FakeBook>();
  /** Names of the books that were read, oldest first. */
  readonly reads: string[] = [];
  /** Books that were shown anew in the editor. */
  readonly reloaded: string[] = [];
  open: string | undefined;
  inUse = false;
  /** SillyTavern's server answers. */
  answers = true;
  /** SillyTavern's server keeps what is saved. */
  keeps = true;
  readonly #tavern: FakeTavern;
  readonly #held = new Map<string, FakeBook>();
  readonly #listListeners = new Set<() => void>();
  #names: readonly string[] = [];

  constructor(tavern: FakeTavern) {
    this.#tavern = tavern;
  }

  /** What a context gains. */
  get contextPart(): Partial<TavernContext> {
    return {
      getRequestHeaders: () => ({ 'content-type': 'application/json' }),
      getWorldInfoNames: () => this.#names,
      loadWorldInfo: (name) => Promise.resolve(structuredClone(this.#hold(name))),
      saveWorldInfo: (name, data) => this.#save(name, data as FakeBook),
      updateWorldInfoList: () => {
        this.#listAgain();
        return Promise.resolve();
      },
      reloadWorldInfoEditor: (name) => {
        this.reloaded.push(name);
      },
    };
  }

  /** The user saves a book in the page. */
  async save(name: string, book: FakeBook): Promise<void> {
    await this.#save(name, book);
    this.#listAgain();
  }

  /** The user writes in the editor, and SillyTavern has not saved it yet. */
  type(name: string, book: FakeBook): void {
    this.#held.set(name, book);
  }

  /** Somebody else writes the file. */
  writeFile(name: string, book: FakeBook): void {
    this.files.set(name, book);
  }

  /** The user deletes a book in the page. */
  delete(name: string): void {
    this.files.delete(name);
    this.#held.delete(name);
    this.#listAgain();
  }

  /** As SillyTavern hands them to a scan when all books are on. */
  loaded(): readonly Readonly<Record<string, unknown>>[] {
    return [...this.files.keys()].flatMap((world) =>
      Object.values(this.#hold(world)?.entries ?? {}).map(({ uid, ...rest }) => ({ uid, world, ...rest })),
    );
  }

  readonly openBook = (): string | undefined => this.open;
  readonly isInUse = (): boolean => this.inUse;
  readonly globalBooks = (): ReadonlySet<string> => new Set();
  readonly switchOff = (): void => undefined;
  readonly onList = (listener: () => void): (() => void) => {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  };

  readonly fetch: Fetch = async (input, init) => {
    if (!this.answers) throw new TypeError('Failed to fetch');
    const path = input instanceof Request ? input.url : String(input);
    if (path === '/api/worldinfo/list') return json([...this.files.keys()].map((name) => ({ file_id: name, name })));
    const { name } = JSON.parse(await new Response(init?.body).text()) as { name: string };
    this.reads.push(name);
    return json(this.files.get(name) ?? { entries: {} });
  };

  #hold(name: string): FakeBook | undefined {
    const held = this.#held.get(name) ?? this.files.get(name);
    if (held !== undefined) this.#held.set(name, held);
    return held;
  }

  async #save(name: string, book: FakeBook): Promise<void> {
    this.#held.set(name, book);
    if (this.keeps) this.files.set(name, structuredClone(book));
    await this.#tavern.emit('WORLDINFO_UPDATED', name, book);
  }

  #listAgain(): void {
    this.#names = [...this.files.keys()];
    for (const listener of this.#listListeners) listener();
  }
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

/** A book with one entry for each text, woken by `beacon`. */
export function bookOf(...texts: readonly string[]): FakeBook {
  const entries = texts.map((content, uid) => [
    String(uid),
    { uid, key: ['beacon'], comment: `E${String(uid)}`, content },
  ]);
  return { entries: Object.fromEntries(entries) as FakeBook['entries'] };
}
