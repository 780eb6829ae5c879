import type { Book } from '../../lore/book';
import { folderOfBook } from '../../lore/book-folder';
import type { TurnContext } from '../turn-context';

/** The limits of one turn, in tokens of the client's model. */
export interface TurnBudget {
  /** The most tokens of entries; undefined for no limit but the context's. */
  readonly tokens: number | undefined;
  /** The folder of the book whose budget that is; undefined when it is the one of the settings. */
  readonly book: string | undefined;
  /** Tokens of the budget that only constants may use. */
  readonly reserve: number;
  /** The most tokens whatever the budget says; undefined when the client did not tell its context size. */
  readonly hardLimit: number | undefined;
  /** The most entries; undefined for no limit. */
  readonly entries: number | undefined;
}

/**
 * The limits that settings, books and request give.
 *
 * @param taken Tokens of the safe share that are no longer free for entries.
 */
export function turnBudget(context: TurnContext, taken: number): TurnBudget {
  const { settings } = context;
  const safeShare = contextShare(context, settings.safeShare);
  const hardLimit = safeShare === undefined ? undefined : Math.max(0, safeShare - taken);
  const { tokens: wished, book } = highest(claims(context));
  const tokens = smaller(wished, hardLimit);
  return {
    tokens,
    book,
    reserve: Math.min(settings.constantsReserve, tokens ?? 0),
    hardLimit,
    entries: settings.entryLimit === 0 ? undefined : settings.entryLimit,
  };
}

/** So many percent of the context, in tokens; undefined when the client did not tell its size. */
export function contextShare({ request }: Pick<TurnContext, 'request'>, percent: number): number | undefined {
  return request.contextSize === undefined ? undefined : Math.floor((request.contextSize * percent) / 100);
}

/** A budget that something in the pool asks for; undefined tokens are no limit. */
interface Claim {
  readonly tokens: number | undefined;
  readonly book: string | undefined;
}

/** What is said of the budget in the folders that the chat draws on: around them, or else in the settings, and inside them. */
function claims(context: TurnContext): readonly Claim[] {
  const { books, chat, index, cards } = context;
  const own: Claim = { tokens: settingsBudget(context), book: undefined };
  const [entry] = index.entries.values();
  const vault = entry?.vault ?? '';
  const folders = chat.books.length === 0 ? [''] : chat.books.map((book) => folderOfBook(book, vault));
  const claimOf = ({ folder, settings: { tokenBudget: tokens } }: Book): readonly Claim[] =>
    tokens === undefined ? [] : [{ tokens, book: cards?.folders.get(folder) ?? folder }];
  const fromFolders = folders.flatMap((folder) => {
    const around = books.whoSays('tokenBudget', folder);
    const inside = books.within(folder).filter((book) => books.of(`${book.folder}/`).enabled !== false);
    return [...(around ? claimOf(around) : [own]), ...inside.flatMap(claimOf)];
  });
  // Whatever folders a chat draws on, the books of its cards are in the pool.
  return [
    ...fromFolders,
    ...[...(cards?.folders.keys() ?? [])].flatMap((folder) => books.within(folder).flatMap(claimOf)),
  ];
}

function highest(all: readonly Claim[]): Claim {
  const height = ({ tokens }: Claim): number => tokens ?? Number.POSITIVE_INFINITY;
  return all.reduce((best, one) => (height(one) > height(best) ? one : best));
}

function settingsBudget(context: TurnContext): number | undefined {
  const { budgetKind, tokenBudget, budgetPercent, budgetCap } = context.settings;
  switch (budgetKind) {
    case 'unlimited':
      return undefined;
    case 'tokens':
      return tokenBudget;
    case 'percent': {
      // A share needs the context size: a client that does not send it gets the fixed number, never "no limit".
      const share = contextShare(context, budgetPercent) ?? tokenBudget;
      return budgetCap === 0 ? share : Math.min(share, budgetCap);
    }
  }
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
