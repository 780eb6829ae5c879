import type { BookDesk } from '../watch/book-desk';
import type { BookEditor } from '../watch/book-editor';
import { BookRow } from './book-row';
import { element, menuButton } from './element';

/** What the panel works with. */
export interface BooksPanelPorts {
  readonly books: BookDesk;
  readonly editor: BookEditor;
  readonly isConnected: () => boolean;
  /** Shows what differs between a book and its notes. */
  readonly compare: (book: string) => void;
  readonly tell: (text: string) => void;
}

/** From so many books on there is a search. */
const manyBooks = 8;
/** Rows that are shown at once; the search finds the others. */
const mostRows = 60;
/** How often times are written anew, in milliseconds. */
const tickMs = 5_000;

/** Lets the user choose which of SillyTavern's lorebooks are kept as notes, and shows how it stands with them. */
export class BooksPanel {
  readonly element: HTMLElement;
  readonly #ports: BooksPanelPorts;
  readonly #rows = new Map<string, BookRow>();
  readonly #summary = element('summary');
  readonly #search = element('input', {
    class: 'text_pole',
    attributes: { type: 'search', placeholder: 'Search lorebooks', 'aria-label': 'Search lorebooks' },
  });
  readonly #list = element('ul', { class: 'lorehearth-books' });
  readonly #rest = element('div', { class: 'lorehearth-hint', attributes: { role: 'status' } });
  readonly #now: HTMLButtonElement;
  #ticks: ReturnType<typeof setInterval> | undefined;
  #planned = false;

  constructor(ports: BooksPanelPorts) {
    this.#ports = ports;
    this.#now = menuButton('Mirror now', () => ports.books.lookNow());
    this.#search.addEventListener('input', () => this.#show());
    const help = element('div', {
      class: 'lorehearth-hint',
      text: 'A mirrored lorebook is kept as notes in your vault and follows every change, also of other extensions.',
    });
    const buttons = element('div', { class: 'lorehearth-buttons', children: [this.#now] });
    const content = element('div', {
      class: 'lorehearth-settings',
      children: [help, this.#search, this.#list, this.#rest, buttons],
    });
    this.element = element('details', { class: 'lorehearth-more-settings', children: [this.#summary, content] });
    this.element.addEventListener('toggle', () => this.#show());
  }

  start(): void {
    this.#ports.books.onChange(() => this.refresh());
    this.#ticks = setInterval(() => this.refresh(), tickMs);
    this.#show();
  }

  stop(): void {
    clearInterval(this.#ticks);
  }

  /** Shows what is so now; several calls at a time are one. */
  refresh(): void {
    if (this.#planned) return;
    this.#planned = true;
    queueMicrotask(() => {
      this.#planned = false;
      this.#show();
    });
  }

  #show(): void {
    const { books, isConnected } = this.#ports;
    const names = books.names();
    const watched = names.filter((book) => books.choice(book) !== undefined);
    this.#summary.textContent =
      watched.length === 0 ? 'Lorebooks as notes' : `Lorebooks as notes · ${String(watched.length)} mirrored`;
    // A closed list costs nothing.
    if (!this.element.hasAttribute('open')) return;
    this.#search.hidden = names.length < manyBooks;
    this.#now.hidden = watched.length === 0;
    this.#now.disabled = !isConnected();
    const others = names.filter((book) => books.choice(book) === undefined);
    this.#showRows([...watched, ...others], names.length);
  }

  #showRows(names: readonly string[], count: number): void {
    const wanted = this.#search.hidden ? '' : this.#search.value.trim().toLowerCase();
    const found = names.filter((book) => book.toLowerCase().includes(wanted));
    const shown = found.slice(0, mostRows);
    const rows = shown.map((book) => this.#row(book).element);
    // Rows stay in their place as long as nothing has changed, so that nobody loses the focus.
    if (rows.some((row, at) => this.#list.children[at] !== row) || this.#list.children.length !== rows.length) {
      this.#list.replaceChildren(...rows);
    }
    this.#rest.textContent = restText(count, found.length, shown.length);
    this.#rest.hidden = this.#rest.textContent === '';
    this.#showStates(shown);
  }

  #showStates(names: readonly string[]): void {
    const { books, editor, isConnected } = this.#ports;
    const global = editor.globalBooks();
    const moment = { isConnected: isConnected(), now: Date.now() };
    for (const book of names) {
      const shown = { choice: books.choice(book), standing: books.standing(book), isGlobal: global.has(book) };
      this.#row(book).show({ ...shown, ...moment });
    }
  }

  #row(book: string): BookRow {
    const known = this.#rows.get(book);
    if (known !== undefined) return known;
    const { books, editor, compare } = this.#ports;
    const row = new BookRow(book, {
      watch: (on) => (on ? books.watch(book) : void this.#unwatch(book)),
      change: (part) => books.change(book, part),
      compare: () => compare(book),
      switchOff: () => {
        editor.switchOff(book);
        // What SillyTavern does not use any more would not come at all otherwise.
        books.change(book, { everywhere: true });
        this.refresh();
      },
    });
    this.#rows.set(book, row);
    return row;
  }

  async #unwatch(book: string): Promise<void> {
    const notes = await this.#ports.books.unwatch(book);
    if (notes === undefined || notes === 0) return;
    const stay = notes === 1 ? 'Its note stays' : `Its ${String(notes)} notes stay`;
    this.#ports.tell(`${book} is not mirrored any more. ${stay} in your vault.`);
  }
}

function restText(count: number, found: number, shown: number): string {
  if (count === 0) return 'SillyTavern has no lorebook yet.';
  if (found === 0) return 'No lorebook is called so.';
  return found > shown ? `and ${String(found - shown)} more: search for them.` : '';
}
