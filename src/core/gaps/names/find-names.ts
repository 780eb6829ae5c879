import { groupNames, type NameGroup } from './name-groups';
import type { MessageNames } from './message-names';
import { nameStem } from './name-stem';
import { nameUses, type NameShape } from './name-uses';
import { WordUse } from './word-use';

/** A message in which names are looked for. */
export interface ReadMessage {
  /** Index in the full chat. */
  readonly index: number;
  /** Who says it; empty when unknown. */
  readonly name: string;
  readonly text: string;
  readonly names: MessageNames;
}

/** A name that a chat uses. */
export interface FoundName {
  /** The form that is used most. */
  readonly title: string;
  /** Its other forms. */
  readonly forms: readonly string[];
  readonly stems: readonly string[];
  readonly shape: NameShape;
  readonly mentions: number;
  /** Where it stands, the newest last, at most a few. */
  readonly quotes: readonly { readonly quote: string; readonly message: number; readonly name: string }[];
}

/** How often a look must be met, in addition to what the settings ask for. */
const further: Readonly<Record<NameShape, number>> = {
  titled: -1,
  words: -1,
  marked: 0,
  word: 0,
  acronym: 2,
  opening: 1,
  repeated: 2,
};
/** A look that proves little must be met in several messages. */
const scattered: ReadonlySet<NameShape> = new Set(['opening', 'acronym', 'repeated']);
const LEAST = 2;
const MOST_QUOTES = 4;
/** Characters before and after a name in a quote, at most. */
const AROUND = 110;

/**
 * The proper names that messages use often enough, the most frequent first. Deterministic.
 *
 * @param participants Names of those who take part in the chat: they are none of them.
 * @param least How often a name must be used, ≥ 1.
 */
export function findNames(
  messages: readonly ReadMessage[],
  participants: readonly string[],
  least: number,
): readonly FoundName[] {
  const use = new WordUse(messages.map(({ names }) => names));
  const groups = groupNames(messages.map(({ names }) => nameUses(names, use)));
  const known = participants.map(stemsOf).filter((stems) => stems.size > 0);
  return groups
    .filter((group) => isFrequent(group, least) && !known.some((stems) => isAbout(group, stems)))
    .map((group) => foundName(group, messages))
    .sort((a, b) => b.mentions - a.mentions || (a.title < b.title ? -1 : 1));
}

function isFrequent({ shape, mentions, messages }: NameGroup, least: number): boolean {
  if (scattered.has(shape) && messages < LEAST) return false;
  return mentions >= Math.max(Math.min(least, LEAST), least + further[shape]);
}

function stemsOf(name: string): ReadonlySet<string> {
  return new Set((name.match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? []).map(nameStem));
}

/** Whether all words of a name are those of somebody, or all of somebody’s words are in it. */
function isAbout({ stems }: NameGroup, somebody: ReadonlySet<string>): boolean {
  return stems.every((stem) => somebody.has(stem)) || [...somebody].every((stem) => stems.includes(stem));
}

function foundName(group: NameGroup, messages: readonly ReadMessage[]): FoundName {
  const forms = [...group.forms].sort(([a, m], [b, n]) => rank(b) - rank(a) || n - m || (a < b ? -1 : 1));
  const [title = '', ...others] = forms.map(([form]) => form);
  // A word for each stem, so that the whole name is the title although its last word alone is used more often.
  function rank(form: string): number {
    return Math.min(
      form.split(/[ ・·]/).filter((word) => /^\p{Lu}/u.test(word) && group.stems.includes(nameStem(word))).length,
      group.stems.length,
    );
  }
  const { stems, shape, mentions } = group;
  return { title, forms: others, stems, shape, mentions, quotes: quotesOf(group, messages) };
}

/** One quote of a message, of the newest messages. */
function quotesOf({ places }: NameGroup, messages: readonly ReadMessage[]): FoundName['quotes'] {
  const firsts = new Map<number, (typeof places)[number]>();
  for (const place of places) if (!firsts.has(place.at)) firsts.set(place.at, place);
  return [...firsts.values()]
    .sort((a, b) => a.at - b.at)
    .slice(-MOST_QUOTES)
    .flatMap(({ at, start, end }) => {
      const message = messages[at];
      return message
        ? [{ quote: quoteAround(message.text, start, end), message: message.index, name: message.name }]
        : [];
    });
}

/** The sentence around a place, or as much of it as has room. */
function quoteAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  const opening = /[\s\S]*(?:[.!?…。！？]["”’»」』*]*\s*|\n)/u.exec(before)?.[0].length;
  const closing = /[.!?…。！？]["”’»」』*]*|\n/u.exec(after);
  const from = opening ?? (start > AROUND ? before.search(/\s/) + 1 : 0);
  const to = closing
    ? closing.index + closing[0].trimEnd().length
    : end + AROUND < text.length
      ? cutAtBlank(after)
      : after.length;
  const lead = opening === undefined && start > AROUND ? '…' : '';
  const trail = closing === null && end + AROUND < text.length ? '…' : '';
  return `${lead}${before.slice(from)}${text.slice(start, end)}${after.slice(0, to)}${trail}`
    .replace(/\s+/g, ' ')
    .trim();
}

function cutAtBlank(text: string): number {
  const blank = text.lastIndexOf(' ');
  return blank > 0 ? blank : text.length;
}
