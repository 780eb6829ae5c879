import type { ChatState } from '../chat/chat-state';
import { folderOfBook, isInFolder } from '../lore/book-folder';
import type { LoreEntry } from '../lore/lore-entry';
import { plainCandidate } from '../pipeline/candidate';
import { filterRefusal } from '../pipeline/filters';
import type { RefusalReason } from '../pipeline/reasons';
import type { TurnContext } from '../pipeline/turn-context';

/** Reasons that keep an entry from a story altogether; others only say when it comes by itself. */
const secret: ReadonlySet<RefusalReason> = new Set([
  'disabled',
  'never',
  'blocked',
  'character',
  'character_tag',
  'known_by',
  'book',
  'context',
  'dont_activate',
  'user_icon',
]);

/** Whether the writing AI may read an entry in the turn that is under way. */
export function mayRead(entry: LoreEntry, context: TurnContext): boolean {
  return filterRefusal(plainCandidate(entry, 'key', 'keywords', 'A tool asks for it.'), context, secret) === undefined;
}

/** The same where no turn of the chat is known: as far as the note and the decisions for the chat say it. */
export function mayReadWithoutTurn(entry: LoreEntry, chat: ChatState): boolean {
  const { knownBy = [], characters = [], characterTags = [] } = entry.properties;
  if (!entry.enabled || entry.never || chat.blocks.includes(entry.id)) return false;
  if (knownBy.length + characters.length + characterTags.length > 0) return false;
  return chat.books.length === 0 || chat.books.some((book) => isInFolder(entry.path, folderOfBook(book, entry.vault)));
}
