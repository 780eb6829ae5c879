import type { WireWatchedChanges } from '../../../server/contract/wire-watch';
import type { Kept } from '../watch/book-server';
import type { BookDesk } from '../watch/book-desk';
import { element, menuButton } from './element';

type Difference = WireWatchedChanges['items'][number];

/** One way to settle a difference; gives what is in the way, or '' when it is done. */
interface Settlement {
  readonly label: string;
  readonly done: string;
  readonly run: () => Promise<string>;
}

const kindTexts: Readonly<Record<Difference['kind'], string>> = {
  conflict: 'Changed in the note and in SillyTavern.',
  changed: 'Changed in the note.',
  new: 'A new note that SillyTavern’s book does not have.',
  removed: 'Its note was removed. SillyTavern’s book still has the entry.',
  missing: 'The note is there, but SillyTavern’s book does not have the entry any more.',
};

const byItself = 'It goes into SillyTavern’s book by itself.';
const stays = 'SillyTavern’s book stays as it is, because writing back is off.';

/** Shows what differs between a book and its notes, and lets the user decide what is not clear. */
export class BookDifferences {
  readonly element = element('div', { class: 'lorehearth-details lorehearth-differences' });
  readonly #books: BookDesk;
  readonly #book: string;
  readonly #body = element('div', { attributes: { 'aria-live': 'polite' } });

  constructor(books: BookDesk, book: string) {
    this.#books = books;
    this.#book = book;
    this.element.append(element('h3', { text: `What differs in “${book}”` }), this.#body);
  }

  /** Asks the server, and shows what it says. */
  async load(): Promise<void> {
    this.#say('Looking …');
    const told = await this.#books.differences(this.#book);
    if (told.kind === 'away') this.#say('Lorehearth did not answer. Close this and try again in a moment.');
    else if (told.kind === 'refused') this.#say(told.sentence);
    else if (told.value.items.length === 0) this.#say('Nothing differs any more.');
    else this.#show(told.value.items);
  }

  #say(text: string): void {
    this.#body.replaceChildren(element('p', { text }));
  }

  #show(items: readonly Difference[]): void {
    const conflicts = items.filter(({ kind }) => kind === 'conflict');
    const list = element('ul', {
      class: 'lorehearth-entries',
      children: [...items].sort(byUrgency).map((item) => this.#item(item)),
    });
    this.#body.replaceChildren(...(conflicts.length > 1 ? [this.#allButtons(conflicts)] : []), list);
  }

  #allButtons(conflicts: readonly Difference[]): HTMLElement {
    const all = (keep: Kept) => async (): Promise<string> => {
      for (const { uid } of conflicts) {
        const problem = await this.#books.settle(this.#book, uid, keep);
        if (problem !== '') return problem;
      }
      void this.load();
      return '';
    };
    return this.#choice([
      { label: 'Keep all notes', done: '', run: all('mine') },
      { label: 'Keep all of SillyTavern’s', done: '', run: all('theirs') },
    ]);
  }

  #item(item: Difference): HTMLElement {
    const { title, kind, fields } = item;
    const writesBack = this.#books.choice(this.#book)?.writeBack === true;
    const follows = kind === 'changed' || kind === 'new' ? ` ${writesBack ? byItself : stays}` : '';
    const settlements = this.#settlements(item);
    return element('li', {
      children: [
        element('div', { class: 'lorehearth-entry-title', text: title }),
        element('div', { class: 'lorehearth-entry-why', text: `${kindTexts[kind]}${follows}` }),
        fields.length === 0 ? undefined : fieldTable(fields),
        settlements.length === 0 ? undefined : this.#choice(settlements),
      ],
    });
  }

  #settlements({ uid, at, kind }: Difference): readonly Settlement[] {
    const settle = (keep: Kept) => (): Promise<string> => this.#books.settle(this.#book, uid, keep);
    if (kind === 'conflict') {
      return [
        { label: 'Keep the note', done: 'The note is kept.', run: settle('mine') },
        { label: 'Keep SillyTavern’s', done: 'The note has SillyTavern’s words now.', run: settle('theirs') },
      ];
    }
    if (kind === 'missing') {
      return [
        { label: 'Keep the note', done: 'The note stays and belongs to no book.', run: settle('mine') },
        { label: 'Remove the note', done: 'The note is removed.', run: settle('theirs') },
      ];
    }
    if (kind !== 'removed') return [];
    return [
      { label: 'Leave it so', done: 'There is no note.', run: settle('mine') },
      { label: 'Make the note again', done: 'The note is there again.', run: settle('theirs') },
      {
        label: 'Remove it from SillyTavern’s book too',
        done: 'SillyTavern’s book does not have it any more.',
        run: () => this.#books.removeFromBook(this.#book, at),
      },
    ];
  }

  /** Buttons of which one is pressed; then a word about it is in their place. */
  #choice(settlements: readonly Settlement[]): HTMLElement {
    const row = element('div', { class: 'lorehearth-buttons' });
    const problem = element('small', { class: 'lorehearth-problem', attributes: { role: 'alert' } });
    const buttons = settlements.map(({ label, done, run }) =>
      menuButton(label, () => {
        for (const button of buttons) button.disabled = true;
        problem.textContent = '';
        void run().then((why) => {
          for (const button of buttons) button.disabled = false;
          problem.textContent = why;
          if (why === '' && done !== '') row.replaceChildren(element('span', { class: 'lorehearth-hint', text: done }));
        });
      }),
    );
    row.append(...buttons, problem);
    return row;
  }
}

function byUrgency(one: Difference, other: Difference): number {
  const order: readonly Difference['kind'][] = ['conflict', 'removed', 'missing', 'changed', 'new'];
  return order.indexOf(one.kind) - order.indexOf(other.kind);
}

function fieldTable(fields: Difference['fields']): HTMLElement {
  const cell = (side: string, text: string | undefined): HTMLElement =>
    element('div', {
      class: 'lorehearth-side',
      children: [
        element('small', { text: side }),
        text === undefined || text === ''
          ? element('div', { class: 'lorehearth-none', text: 'empty' })
          : element('div', { class: 'lorehearth-words', text }),
      ],
    });
  const rows = fields.map(({ field, mine, theirs }) =>
    element('div', {
      class: 'lorehearth-field-sides',
      children: [
        element('code', { text: field === 'body' ? 'text' : field }),
        cell('Note', mine),
        cell('SillyTavern', theirs),
      ],
    }),
  );
  return element('div', { children: rows });
}
