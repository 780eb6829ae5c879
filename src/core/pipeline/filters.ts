import type { PastEvent } from '../chat/reply-history';
import { folderOfBook, isInFolder } from '../lore/book-folder';
import type { LoreEntry } from '../lore/lore-entry';
import { leftOutSentence } from '../lore/shared-title';
import { sourceOf } from '../lore/source-property';
import { foldName } from '../search/name-table';
import type { Candidate } from './candidate';
import { sameAsAnother } from './card-lore';
import { contextRefusal } from './context-gate';
import type { AdmissionReason, RefusalReason } from './reasons';
import { refusal, type Refusal } from './refusal';
import type { TurnContext } from './turn-context';

/** A check that every candidate goes through, whatever brought it. */
interface Filter {
  readonly reason: RefusalReason;
  /** Candidates that this filter does not concern. */
  readonly exempt: readonly AdmissionReason[];
  /** Why the candidate is refused, in one sentence, or undefined. */
  readonly complaint: (candidate: Candidate, context: TurnContext) => string | undefined;
}

const forced: readonly AdmissionReason[] = ['constant', 'bootstrap', 'pin'];
const pinned: readonly AdmissionReason[] = ['pin'];
const heldOrForced: readonly AdmissionReason[] = [...forced, 'sticky', 'kept'];
/** `@@activate` and what is kept come in whatever the other decorators say. */
const gateless: readonly AdmissionReason[] = ['pin', 'activate', 'kept'];

/** In the order in which reasons are told: the first that applies is the one given. */
const filters: readonly Filter[] = [
  { reason: 'duplicate', exempt: [], complaint: ({ entry }, context) => sameAsAnother(entry.id, context) },
  { reason: 'same_title', exempt: [], complaint: ({ entry }) => leftOutSentence(entry) },
  {
    reason: 'disabled',
    exempt: [],
    complaint: isSwitchedOff,
  },
  {
    reason: 'never',
    exempt: [],
    complaint: ({ entry }, { settings }) => (entry.never ? `The note is tagged #${settings.neverTag}.` : undefined),
  },
  { reason: 'blocked', exempt: pinned, complaint: isBlocked },
  { reason: 'trigger', exempt: pinned, complaint: isOtherTrigger },
  { reason: 'character', exempt: pinned, complaint: isOtherCharacter },
  { reason: 'character_tag', exempt: pinned, complaint: hasOtherCharacterTags },
  { reason: 'known_by', exempt: pinned, complaint: isUnknownToSpeaker },
  { reason: 'book', exempt: forced, complaint: isOutsideBooks },
  { reason: 'unused_book', exempt: pinned, complaint: isFromUnusedBook },
  { reason: 'delay', exempt: forced, complaint: isTooEarly },
  { reason: 'cooldown', exempt: heldOrForced, complaint: isResting },
  { reason: 'reinjection_cooldown', exempt: heldOrForced, complaint: wasJustInjected },
  { reason: 'context', exempt: forced, complaint: isOutOfContext },
  { reason: 'dont_activate', exempt: pinned, complaint: isNeverActivated },
  { reason: 'already_used', exempt: pinned, complaint: wasUsed },
  { reason: 'greeting', exempt: gateless, complaint: isOtherGreeting },
  { reason: 'not_yet', exempt: gateless, complaint: waitsForReplies },
  { reason: 'not_this_turn', exempt: gateless, complaint: isBetweenTurns },
];

/** The first filter that refuses the candidate, or undefined; with `only`, of those that have one of these reasons. */
export function filterRefusal(
  candidate: Candidate,
  context: TurnContext,
  only?: ReadonlySet<RefusalReason>,
): Refusal | undefined {
  for (const { reason, exempt, complaint } of filters) {
    if (exempt.includes(candidate.reason) || only?.has(reason) === false) continue;
    const detail = complaint(candidate, context);
    if (detail !== undefined) return refusal(candidate, 'filters', reason, detail);
  }
  return undefined;
}

function isSwitchedOff({ entry }: Candidate, { books }: TurnContext): string | undefined {
  if (entry.enabled) return undefined;
  const book = entry.properties.enabled === false ? undefined : books.whoSays('enabled', entry.folders.join('/'));
  if (book) return `The book ${book.folder} has enabled: false.`;
  return entry.card === undefined ? 'The note has enabled: false.' : 'It is switched off in its card.';
}

function isBlocked({ entry }: Candidate, { chat, currentId }: TurnContext): string | undefined {
  return chat.blocks.some((id) => currentId(id) === entry.id) ? 'You blocked it in this chat.' : undefined;
}

function isOtherTrigger({ entry }: Candidate, { request }: TurnContext): string | undefined {
  const { triggers = [] } = entry.properties;
  if (triggers.length === 0 || triggers.includes(request.type)) return undefined;
  return `This is a ${request.type} generation; the entry is for ${triggers.join(', ')}.`;
}

function isOtherCharacter({ entry }: Candidate, { request }: TurnContext): string | undefined {
  const { characters = [], charactersExclude = [] } = entry.properties;
  const names = [request.character.name, request.character.avatar].map(foldName).filter((name) => name !== '');
  const isNamed = (list: readonly string[]): boolean => list.some((name) => names.includes(foldName(name)));
  if (isNamed(charactersExclude)) return `It is not for ${request.character.name}.`;
  if (characters.length === 0 || isNamed(characters)) return undefined;
  return `It is for ${characters.join(', ')} only.`;
}

function hasOtherCharacterTags({ entry }: Candidate, { request }: TurnContext): string | undefined {
  const { characterTags = [], characterTagsExclude = [] } = entry.properties;
  const tags = new Set(request.character.tags.map(foldName));
  const unwanted = characterTagsExclude.find((tag) => tags.has(foldName(tag)));
  if (unwanted !== undefined) return `It is not for characters tagged ${unwanted}.`;
  if (characterTags.length === 0 || characterTags.some((tag) => tags.has(foldName(tag)))) return undefined;
  return `It is for characters tagged ${characterTags.join(', ')}.`;
}

function isUnknownToSpeaker({ entry }: Candidate, { request, index }: TurnContext): string | undefined {
  const { knownBy = [] } = entry.properties;
  const speaker =
    request.type === 'impersonate' ? request.personaName : request.group?.speaker || request.character.name;
  if (knownBy.length === 0 || speaker.trim() === '') return undefined;
  const speakers = new Set(index.names.named(speaker));
  const knows = (name: string): boolean =>
    foldName(name) === foldName(speaker) || index.resolve(name, entry.path).some((id) => speakers.has(id));
  return knownBy.some(knows) ? undefined : `${speaker} does not know it; ${knownBy.join(', ')} would.`;
}

function isOutsideBooks({ entry }: Candidate, { chat }: TurnContext): string | undefined {
  // The chat's books say which folders of the vault it draws on; a card comes with its character.
  if (chat.books.length === 0 || entry.card !== undefined) return undefined;
  const isInside = (book: string): boolean => isInFolder(entry.path, folderOfBook(book, entry.vault));
  return chat.books.some(isInside) ? undefined : `This chat uses ${chat.books.join(', ')}.`;
}

function isFromUnusedBook({ entry }: Candidate, { unusedBookOf }: TurnContext): string | undefined {
  const source = unusedBookOf && sourceOf(entry);
  const book = source === undefined ? undefined : unusedBookOf?.(source);
  return book === undefined ? undefined : `It is mirrored from “${book}”, which SillyTavern does not use in this chat.`;
}

function isTooEarly({ entry }: Candidate, { request }: TurnContext): string | undefined {
  const { delay } = entry.properties;
  if (delay === undefined || request.total >= delay.count) return undefined;
  return `The chat has ${String(request.total)} messages; it waits for ${String(delay.count)}.`;
}

function isResting({ entry }: Candidate, context: TurnContext): string | undefined {
  const { cooldown } = entry.properties;
  const { lastInjected, lastFired } = context.history.of(entry.id);
  // An entry without text is woken and never injected.
  const last = (lastInjected?.index ?? -1) >= (lastFired?.index ?? -1) ? lastInjected : lastFired;
  if (cooldown === undefined || cooldown.count === 0 || !last) return undefined;
  const passed = cooldown.unit === 'messages' ? messagesOfRest(entry, last, context) : last.repliesSince;
  if (passed >= cooldown.count) return undefined;
  return `It was injected in message ${String(last.index)} and rests for ${String(cooldown.count)} ${cooldown.unit}.`;
}

/** Messages since the entry began to rest: with its last use, or, where it stayed for some messages, with the first turn after these. */
function messagesOfRest(entry: LoreEntry, last: PastEvent, { history, request }: TurnContext): number {
  const { sticky } = entry.properties;
  const fired = history.of(entry.id).lastFired;
  if (!fired || sticky?.unit !== 'messages' || sticky.count === 0) return last.messagesSince;
  const end = fired.index + sticky.count;
  const next = request.records.find(([index]) => index > end)?.[0] ?? request.turn;
  return request.turn - Math.max(last.index, next);
}

function wasJustInjected({ entry }: Candidate, { history, settings }: TurnContext): string | undefined {
  const last = history.of(entry.id).lastInjected;
  if (!last || last.repliesSince >= settings.reinjectionCooldown) return undefined;
  return `It was injected in message ${String(last.index)}.`;
}

function isOutOfContext({ entry }: Candidate, { fields, chat, settings }: TurnContext): string | undefined {
  return contextRefusal(entry, fields, chat.context, settings.contextTolerance);
}

function isNeverActivated({ entry }: Candidate): string | undefined {
  const { activate, dontActivate } = entry.decorators;
  return dontActivate && !activate ? 'It has @@dont_activate.' : undefined;
}

function wasUsed({ entry }: Candidate, { history, chat }: TurnContext): string | undefined {
  const fired = history.of(entry.id).lastFired;
  if (!entry.decorators.dontActivateAfterMatch || !fired || fired.index < (chat.renewed[entry.id] ?? 0))
    return undefined;
  return `It was used for message ${String(fired.index)}.`;
}

function isOtherGreeting({ entry }: Candidate, { request }: TurnContext): string | undefined {
  const { isGreeting } = entry.decorators;
  if (isGreeting === undefined) return undefined;
  if (isGreeting === 'any') return request.counts.user === 0 ? undefined : 'The chat is past its greeting.';
  if (request.greetingIndex === undefined || request.greetingIndex === isGreeting) return undefined;
  return `It is for greeting ${String(isGreeting)}; this chat has greeting ${String(request.greetingIndex)}.`;
}

function waitsForReplies({ entry }: Candidate, context: TurnContext): string | undefined {
  const { activateOnlyAfter } = entry.decorators;
  const { count, unit } = countedReplies(entry, context);
  if (activateOnlyAfter === undefined || count >= activateOnlyAfter) return undefined;
  return `The chat has ${String(count)} ${unit}; it waits for ${String(activateOnlyAfter)}.`;
}

function isBetweenTurns({ entry }: Candidate, context: TurnContext): string | undefined {
  const { activateOnlyEvery } = entry.decorators;
  const { count, unit } = countedReplies(entry, context);
  if (activateOnlyEvery === undefined || count % activateOnlyEvery === 0) return undefined;
  return `It is used every ${String(activateOnlyEvery)} ${unit}; this chat has ${String(count)}.`;
}

/** RisuAI counts all messages and the greeting apart; others count what the AI wrote. */
function countedReplies(
  entry: LoreEntry,
  { request: { counts }, books, settings }: TurnContext,
): { readonly count: number; readonly unit: string } {
  const mode = books.of(entry.path).decorators ?? settings.decorators;
  return mode === 'risu' ? { count: counts.total + 1, unit: 'messages' } : { count: counts.assistant, unit: 'replies' };
}
