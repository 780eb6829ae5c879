import type { BookStanding } from '../watch/mirror-board';
import type { WatchedBook } from '../watch/watched-book';
import { bookText, type BookMoment } from './book-text';
import { element, menuButton } from './element';
import { checkField } from './fields';

/** What a row lets the user do with its book. */
export interface BookActions {
  readonly watch: (on: boolean) => void;
  readonly change: (part: Partial<Omit<WatchedBook, 'book'>>) => void;
  readonly compare: () => void;
  /** Takes the book out of those that are on in every chat. */
  readonly switchOff: () => void;
}

/** What a row shows. */
export interface ShownBook extends BookMoment {
  /** `undefined` for a book that is not mirrored. */
  readonly choice: WatchedBook | undefined;
  readonly standing: BookStanding;
  /** The book is on in every chat. */
  readonly isGlobal: boolean;
}

/** One of SillyTavern's lorebooks. */
export class BookRow {
  readonly element: HTMLElement;
  readonly #watch;
  readonly #writeBack;
  readonly #silent;
  readonly #everywhere;
  readonly #dot = element('span', { class: 'lorehearth-dot', attributes: { 'aria-hidden': 'true' } });
  readonly #text = element('span');
  readonly #state = element('div', { class: 'lorehearth-book-state', children: [this.#dot, this.#text] });
  readonly #compare: HTMLButtonElement;
  readonly #switchOff: HTMLButtonElement;
  readonly #more: HTMLElement;

  constructor(book: string, actions: BookActions) {
    this.#watch = checkField(book, 'Keep the entries of this lorebook as notes.', actions.watch);
    this.#writeBack = checkField(
      'Write changes back',
      'What you change in the notes goes into SillyTavern’s book by itself, unless both were changed.',
      (writeBack) => actions.change({ writeBack }),
    );
    this.#silent = checkField(
      'SillyTavern’s own copy is silent while Lorehearth answers',
      'So that no entry is sent twice. Without Lorehearth the copy speaks as ever.',
      (silent) => actions.change({ silent }),
    );
    this.#everywhere = checkField(
      'In every chat',
      'Otherwise its entries come only where SillyTavern uses the book: everywhere, or with a chat, a persona or a character.',
      (everywhere) => actions.change({ everywhere }),
    );
    this.#compare = menuButton('Compare', actions.compare);
    this.#switchOff = menuButton('Switch off in all chats', actions.switchOff);
    this.#switchOff.title =
      'Takes the book out of SillyTavern’s active worlds. The book itself stays, and Lorehearth brings its entries in every chat.';
    const buttons = element('div', { class: 'lorehearth-buttons', children: [this.#compare, this.#switchOff] });
    this.#more = element('div', {
      class: 'lorehearth-book-more',
      children: [this.#state, this.#writeBack.row, this.#silent.row, this.#everywhere.row, buttons],
    });
    this.element = element('li', { class: 'lorehearth-book', children: [this.#watch.row, this.#more] });
  }

  show({ choice, standing, isGlobal, ...moment }: ShownBook): void {
    this.#watch.show(choice !== undefined);
    this.#more.hidden = choice === undefined;
    if (choice === undefined) return;
    const { tone, text } = bookText(standing, moment);
    const { item } = standing;
    this.#dot.dataset['tone'] = tone;
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#state.title = item === undefined ? '' : `Notes in ${item.folder}`;
    this.#writeBack.show(choice.writeBack);
    this.#silent.show(choice.silent);
    this.#everywhere.show(choice.everywhere);
    const conflicts = item?.counts.conflicts ?? 0;
    this.#compare.textContent = conflicts > 0 ? 'Decide conflicts' : 'Compare';
    this.#compare.hidden = !moment.isConnected || item === undefined || !differs(item.counts);
    this.#switchOff.hidden = !isGlobal;
  }
}

function differs(counts: Readonly<Record<string, number>>): boolean {
  return Object.values(counts).some((count) => count > 0);
}
