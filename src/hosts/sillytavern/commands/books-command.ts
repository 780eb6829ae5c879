import type { WireEntryName } from '../../../server/contract/wire-lore';
import { requireOpenChat } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import { CommandProblem, type CommandAnswer, type LoreCommand, type Suggestion } from './lore-command';
import { nearNames, quotedChoices } from './near-names';
import { unquoted } from './written-name';

const name = 'lorehearth-books';

/** `/lorehearth-books`: attaches folders of the vault to the chat and takes them off. */
export function booksCommand(desk: CommandDesk): LoreCommand {
  return {
    name,
    help: 'Attaches a book (a folder of the vault, or the whole vault by its name) to this chat. A chat without books may use every entry; with books only the entries in them. Without anything it lists the books of this chat.',
    examples: [`${name} attach Places`, `${name} detach Places`, `${name} clear`, name],
    returns: 'the books of this chat, one a line',
    argument: {
      description: '“attach folder”, “detach folder”, “clear” or nothing.',
      isExpected: true,
      suggestions: (typed) => suggestions(typed, desk),
    },
    run: async ({ text }) => {
      const [, verb = '', written = ''] = /^(attach|detach|clear|list)(?:\s+(.*))?$/is.exec(text) ?? [];
      if (text !== '' && verb === '')
        throw new CommandProblem(`Write /${name} attach, detach or clear before “${text}”.`);
      requireOpenChat(desk.context);
      const { books } = await desk.decisions.read();
      const book = unquoted(written);
      switch (verb.toLowerCase()) {
        case 'attach':
          return attach(book, books, desk);
        case 'detach':
          return detach(book, books, desk);
        case 'clear':
          return change([], 'Every book was taken off.', '', desk);
        default:
          return answer(books, '');
      }
    },
  };
}

async function attach(written: string, books: readonly string[], desk: CommandDesk): Promise<CommandAnswer> {
  const known = booksOf(await desk.names.all(), vaultOf(desk));
  const book = sameBook(written, known);
  if (book === undefined) {
    const near = nearNames(written, known);
    const hint = near.length > 0 ? `Did you mean ${quotedChoices(near)}?` : 'Write the path of a folder in the vault.';
    throw new CommandProblem(written === '' ? 'Say which folder to attach.' : `No entry lies in “${written}”. ${hint}`);
  }
  if (sameBook(book, books) !== undefined) return answer(books, `“${book}” is attached already.`);
  return change([...books, book], `“${book}” is attached.`, `Undo: /${name} detach ${book}`, desk);
}

async function detach(written: string, books: readonly string[], desk: CommandDesk): Promise<CommandAnswer> {
  const book = sameBook(written, books);
  if (book === undefined) {
    throw new CommandProblem(`“${written}” is not attached to this chat. ${answer(books, '').shown}`);
  }
  const rest = books.filter((one) => one !== book);
  return change(rest, `“${book}” is no longer attached.`, `Undo: /${name} attach ${book}`, desk);
}

async function change(books: readonly string[], done: string, undo: string, desk: CommandDesk): Promise<CommandAnswer> {
  const state = await desk.decisions.change({ books: [...books] });
  const { value, shown } = answer(state.books, done);
  return { value, shown: undo === '' ? shown : `${shown} ${undo}` };
}

function answer(books: readonly string[], done: string): CommandAnswer {
  const now =
    books.length === 0
      ? 'This chat has no books and may use every entry.'
      : `This chat uses only what lies in ${books.map((book) => `“${book}”`).join(', ')}.`;
  return { value: books.join('\n'), shown: done === '' ? now : `${done} ${now}` };
}

/** The vault and every folder that holds entries, at any depth. */
function booksOf(entries: readonly WireEntryName[], vault: string | undefined): readonly string[] {
  const folders = entries.flatMap(({ path }) => {
    const parts = path.split('/').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set([...(vault === undefined ? [] : [vault]), ...folders.sort()])];
}

function vaultOf({ server }: CommandDesk): string | undefined {
  return server.state.kind === 'connected' ? server.state.status.vault : undefined;
}

function sameBook(written: string, books: readonly string[]): string | undefined {
  const fold = (book: string): string =>
    book
      .normalize('NFC')
      .toLowerCase()
      .replace(/^\/+|\/+$/g, '');
  return books.find((book) => fold(book) === fold(written));
}

function suggestions(typed: string, desk: CommandDesk): readonly Suggestion[] {
  const attached = desk.decisions.seen?.books ?? [];
  const free = booksOf(desk.names.seen, vaultOf(desk)).filter((book) => !attached.includes(book));
  return [
    ...free.map((book) => ({ value: `attach ${book}` })),
    ...attached.map((book) => ({ value: `detach ${book}` })),
    { value: 'clear', description: 'This chat may use every entry' },
  ].filter(({ value }) => value.toLowerCase().includes(typed.trim().toLowerCase()));
}
