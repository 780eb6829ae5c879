import type { LoreEntry } from '../lore/lore-entry';
import { foldPropertyName } from '../lore/property-name';

/** Whether an entry is wanted. */
export type EntryTest = (entry: LoreEntry) => boolean;

/** What stands before the colon of a term, and what it looks at. */
const looks: Readonly<Record<string, (entry: LoreEntry) => readonly string[]>> = {
  title: ({ title }) => [title],
  path: ({ path }) => [path],
  key: ({ keys, refineKeys }) => [...keys, ...refineKeys].map(({ text }) => text),
  type: ({ type }) => (type === undefined ? [] : [type]),
  summary: ({ properties }) => (properties.summary === undefined ? [] : [properties.summary]),
};

/** A term: an optional `-`, an optional name with a colon, and a word or a quoted text. */
const TERM = /(-)?(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu;

/**
 * Reads what the user searches for. Plain words stand in title, path, keys or tags; `title:`, `path:`, `key:`, `type:` and
 * `summary:` look there alone; `tag:` and `folder:` take what is below too; `field:name=value` looks at a property,
 * `field:name` whether there is one. Quotes hold words together, an empty text (`summary:""`) means nothing is there,
 * and a `-` before a term turns it around. Every term holds. What is no term is a word.
 */
export function readEntryQuery(text: string): EntryTest {
  const tests = [...joined(text).matchAll(TERM)].map(([whole, minus, name, quoted, plain]) => {
    const test = termTest(name?.toLowerCase(), quoted ?? plain ?? '') ?? wordTest(whole.replace(/^-/u, ''));
    return minus === undefined ? test : (entry: LoreEntry): boolean => !test(entry);
  });
  return (entry) => tests.every((test) => test(entry));
}

/** `field:a="b c"` as one quoted text, so that quotes may stand at either place. */
function joined(text: string): string {
  return text.replace(/\b(field):([^\s"=]+)="([^"]*)"?/giu, '$1:"$2=$3"');
}

function termTest(name: string | undefined, value: string): EntryTest | undefined {
  // A term of which only the name is typed yet narrows nothing.
  if (name === undefined)
    return /^(?:title|path|key|type|summary|tag|folder|field):$/iu.test(value) ? () => true : wordTest(value);
  if (name === 'tag') return tagTest(value);
  if (name === 'folder') return folderTest(value);
  if (name === 'field') return fieldTest(value);
  const look = looks[name];
  return look && ((entry) => holds(look(entry), value));
}

function wordTest(word: string): EntryTest {
  const wanted = word.toLowerCase();
  return ({ title, path, keys, tags }) =>
    [title, path, ...keys.map((key) => key.text), ...tags].join('\n').toLowerCase().includes(wanted);
}

function tagTest(value: string): EntryTest {
  const tag = value.replace(/^#/u, '').toLowerCase();
  if (tag === '') return ({ tags }) => tags.length === 0;
  return ({ tags }) => tags.some((one) => one === tag || one.startsWith(`${tag}/`));
}

function folderTest(value: string): EntryTest {
  const folder = value.replace(/^\/+|\/+$/gu, '').toLowerCase();
  if (folder === '') return ({ folders }) => folders.length === 0;
  return ({ path }) => path.toLowerCase().startsWith(`${folder}/`);
}

/** A property by its name: ours, or any other of the note. */
function fieldTest(value: string): EntryTest {
  const [name = '', ...rest] = value.split('=');
  const wanted = rest.join('=');
  const folded = foldPropertyName(name);
  return (entry) => {
    const all = [...Object.entries(entry.properties), ...Object.entries(entry.otherProperties)];
    const values = all.filter(([one]) => foldPropertyName(one) === folded).flatMap(([, one]) => texts(one));
    return value.includes('=') ? holds(values, wanted) : values.length > 0;
  };
}

/** One of the texts contains what is wanted; nothing is wanted where there is nothing. */
function holds(values: readonly string[], wanted: string): boolean {
  if (wanted === '') return values.every((value) => value.trim() === '');
  return values.some((value) => value.toLowerCase().includes(wanted.toLowerCase()));
}

function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  if (value === undefined || value === null) return [];
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}
