import { choice, misunderstood, shortText, type FieldKind, type FieldReading } from './field-kinds';
import { linkTarget, noteName } from './note-link';
import { splitAtCommas } from './split-at-commas';
import type { YamlValue } from './yaml-value';

type Texts = readonly string[];

/** Values under two names of one property are one list, in the order of the note, each once. */
const joined = <Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] => [
  ...new Set([...first, ...second]),
];

/**
 * The scalars of a list in order: nested lists are laid flat, nulls vanish, maps are left over.
 *
 * @param hasLinks Whether a list of one in a list is a link without quotes.
 */
function flatten(
  items: readonly YamlValue[],
  hasLinks: boolean,
): { readonly texts: Texts; readonly maps: readonly YamlValue[] } {
  const texts: string[] = [];
  const maps: YamlValue[] = [];
  const visit = (item: YamlValue): void => {
    if (item.kind === 'scalar') texts.push(item.text.trim());
    else if (item.kind === 'map') maps.push(item);
    else if (item.kind === 'list' && hasLinks && isInnerOfLink(item)) texts.push(unquotedLink(item));
    else if (item.kind === 'list') item.items.forEach(visit);
  };
  items.forEach(visit);
  return { texts, maps };
}

function isInnerOfLink({ items: [only, ...more] }: Extract<YamlValue, { kind: 'list' }>): boolean {
  return only !== undefined && only.kind !== 'list' && more.length === 0;
}

/** `- Dr: Quill` is a map to YAML, not a text. */
function withMaps(value: Texts, maps: readonly YamlValue[]): FieldReading<Texts> {
  if (maps.length === 0) return { value };
  const written = maps.map(shortText).join('; ');
  return {
    value,
    complaint: { code: 'item-not-understood', expected: 'texts (in quotes if they hold a colon)', written },
  };
}

function listKind(
  id: string,
  form: string,
  ofScalar: (text: string) => Texts,
  each: (text: string) => string,
): FieldKind<Texts> {
  return {
    id,
    form,
    read: (value) => {
      if (value.kind === 'null') return {};
      if (value.kind === 'map') return misunderstood(value, 'a list');
      if (value.kind === 'scalar') return { value: ofScalar(value.text).map(each) };
      const { texts, maps } = flatten(value.items, each === noteName);
      return withMaps(texts.map(each), maps);
    },
    merge: joined,
  };
}

/** Keys and other lists of words: a text with commas splits, list items stay as they are written. */
export const wordList: FieldKind<Texts> = listKind('words', 'list, or text with commas', splitAtCommas, (word) => word);

/** Names of persons and the like: as words, and `[[Folder/Name|shown]]` means `Name`. */
export const nameList: FieldKind<Texts> = listKind('names', 'list of names or `[[links]]`', splitAtCommas, noteName);

/** Values of a field that the user defines: one text, or a list of texts. `[[Folder/Name|shown]]` means `Name`. */
export const values: FieldKind<Texts> = listKind(
  'values',
  'text or list',
  (text) => [text.trim()].filter(Boolean),
  noteName,
);

/** Names of entries: plain names or wikilinks, which unquoted are lists in lists to YAML. */
export const entryList: FieldKind<Texts> = {
  id: 'entries',
  form: 'list of names or `[[links]]`',
  read: (value) => {
    if (value.kind === 'null') return {};
    if (value.kind === 'map') return misunderstood(value, 'a list of entries');
    if (value.kind === 'scalar') return { value: targets(splitAtCommas(value.text)) };
    if (isUnquotedLink(value)) return { value: targets([unquotedLink(value)]) };
    const maps = value.items.filter((item) => item.kind === 'map');
    return withMaps(targets(value.items.map(itemText)), maps);
  },
  merge: joined,
};

function itemText(item: YamlValue): string {
  if (item.kind === 'list') return unquotedLink(item);
  return item.kind === 'scalar' ? item.text : '';
}

/** `requires: [[Bell Tower]]`: a list of one list that holds no further one. */
function isUnquotedLink(value: YamlValue): boolean {
  if (value.kind !== 'list' || value.items.length !== 1) return false;
  const inner = value.items[0];
  return inner?.kind === 'list' && inner.items.length > 0 && inner.items.every((item) => item.kind !== 'list');
}

/** `[[A, B]]` and `[[Dr: Quill]]` without quotes are lists in lists: what is in them is one name. */
function unquotedLink(value: YamlValue): string {
  return `[[${pieces(value).join(', ')}]]`;
}

function pieces(value: YamlValue): Texts {
  if (value.kind === 'list') return value.items.flatMap(pieces);
  if (value.kind === 'map') return value.pairs.map((pair) => [pair.name, ...pieces(pair.value)].join(': '));
  return value.kind === 'scalar' ? [value.text.trim()] : [];
}

function targets(items: Texts): Texts {
  return items.map(linkTarget).filter((item) => item !== '');
}

/** Several of a few words. Unknown ones are reported and left out. */
export function choices<const Word extends string>(allowed: readonly Word[]): FieldKind<readonly Word[]> {
  const one = choice(allowed);
  return {
    id: 'choices',
    form: `some of ${one.form}`,
    words: allowed,
    read: (value) => {
      const words = wordList.read(value);
      if (words.value === undefined) return words.complaint ? { complaint: words.complaint } : {};
      const known: Word[] = [];
      const unknown = words.complaint ? [words.complaint.written] : [];
      for (const word of words.value) {
        const meaning = one.read({ kind: 'scalar', text: word, quoted: false }).value;
        if (meaning === undefined) unknown.push(word);
        else known.push(meaning);
      }
      if (unknown.length === 0) return { value: known };
      const expected = `some of ${allowed.join(', ')}`;
      return { value: known, complaint: { code: 'item-not-understood', expected, written: unknown.join(', ') } };
    },
    merge: joined,
  };
}
