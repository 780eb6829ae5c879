import { listOf, objectOf, textOf } from '../json-value';
import type { TavernCharacter, TavernContext, TavernGroup } from '../tavern-context';

/** A card that is in the prompt, with its own lorebook. */
export interface OpenCard {
  /** The character's name. */
  readonly name: string;
  /** File name of the card. */
  readonly avatar: string;
  readonly isSpeaker: boolean;
  /** The lorebook as the card has it. */
  readonly book: unknown;
  /** SillyTavern's name of the World Info book that is linked to the character; empty for none. */
  readonly world: string;
}

/** SillyTavern's numbers for what of a group's cards is in the prompt; 0 is the speaker's alone. */
const joinedWithMuted = 2;

/**
 * The cards with a lorebook of their own that are in the prompt, the speaker's first: in a group whose cards are joined
 * those of all members, without muted ones unless they are joined too.
 */
export function openCards(context: TavernContext): readonly OpenCard[] {
  const speaker = context.characters[Number(context.characterId)];
  const group = context.groups.find(({ id }) => id === context.groupId);
  const others = group === undefined ? [] : joinedMembers(group, context, speaker);
  return [
    ...(speaker === undefined ? [] : openCard(speaker, true)),
    ...others.flatMap((member) => openCard(member, false)),
  ];
}

/** The lorebook in a character's card, if there is anything in it. */
export function bookOf({ data }: TavernCharacter): unknown {
  const book = data?.character_book;
  const entries = objectOf(book)?.['entries'];
  const count = Array.isArray(entries) ? entries.length : Object.keys(objectOf(entries) ?? {}).length;
  return count === 0 ? undefined : book;
}

/** The entries of a lorebook in a card. */
export function entriesIn(book: unknown): readonly Readonly<Record<string, unknown>>[] {
  const entries = objectOf(book)?.['entries'];
  const items = Array.isArray(entries) ? listOf(entries) : Object.values(objectOf(entries) ?? {});
  return items.map(objectOf).filter((entry) => entry !== undefined);
}

function joinedMembers(
  { members, generation_mode: mode = 0, disabled_members: muted = [] }: TavernGroup,
  { characters }: TavernContext,
  speaker: TavernCharacter | undefined,
): readonly TavernCharacter[] {
  if (mode === 0) return [];
  const joined = members.filter((avatar) => mode === joinedWithMuted || !muted.includes(avatar));
  return joined.flatMap((avatar) => {
    const member = characters.find((character) => character.avatar === avatar);
    return member === undefined || member === speaker ? [] : [member];
  });
}

function openCard(character: TavernCharacter, isSpeaker: boolean): readonly OpenCard[] {
  const book = bookOf(character);
  if (book === undefined) return [];
  const { name, avatar, data } = character;
  return [{ name, avatar, isSpeaker, book, world: textOf(data?.extensions?.world) ?? '' }];
}
