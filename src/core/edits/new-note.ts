import { isMap, isNode, isScalar, isSeq, parseDocument, stringify, type Document } from 'yaml';
import { NOTE_STYLE } from '../formats/print-note';
import { entryFields, type EntryField } from '../lore/entry-fields';
import { isTagProperty } from '../lore/note-tags';
import { markdownTokens } from '../lore/markdown-tokens';
import { noteTitle } from '../lore/note-title';
import { noteFileName } from '../formats/note-file-name';
import { splitAtCommas } from '../lore/split-at-commas';
import { isMacro } from '../lore/yaml-value';
import { refused, unreadable, type Applied } from './apply-operations';
import { propertyKey, spelledName } from './note-lists';
import type { Patch } from './patch';

type NewNote = Extract<Patch, { readonly kind: 'create' }>;

const BROKEN = 'The properties at the beginning of the text cannot be read.';

/**
 * The source of a new note. Properties that the text begins with are taken in: one that stands there more than once is
 * written once, with all its values.
 */
export function newNote({ title, tags = [], properties = {}, body }: NewNote): Applied {
  const written = writtenProperties(body);
  if (!written) return refused(BROKEN);
  const values = new Map<string, unknown>();
  const own = Object.entries(properties);
  for (const [name, value] of [['tags', tags] as const, ...own, ...written.pairs]) take(values, name, value);
  const text = written.body.replace(/^\n+/, '');
  // The name of a file cannot say everything, and a heading in the text would count before it.
  if (
    !values.has('title') &&
    noteTitle(`${noteFileName(title, () => false)}.md`, undefined, markdownTokens(text)).text !== title
  )
    values.set('title', title);
  const lists = [...values].filter(
    ([, value]) => !Array.isArray(value) || value.length > 0 || value !== values.get('tags'),
  );
  const map = Object.fromEntries(lists.map(([key, value]) => [spelledName(key), value]));
  const block = lists.length === 0 ? '' : `---\n${stringify(map, NOTE_STYLE)}---\n`;
  const source = `${block}${text === '' || text.endsWith('\n') ? text : `${text}\n`}`;
  return unreadable(source) === undefined ? { kind: 'text', text: source } : refused(BROKEN);
}

/** Properties as a model writes them, one of them perhaps twice; undefined when they cannot be read. */
function writtenProperties(
  body: string,
): { readonly pairs: readonly (readonly [string, unknown])[]; readonly body: string } | undefined {
  const text = unwrapped(body.replaceAll('\r\n', '\n')).replace(/^\ufeff?\s*(?=---)/, '');
  const [, block, rest] = /^---[ \t]*\n((?:[^\n]*\n)*?)---[ \t]*(?:\n|$)([\s\S]*)$/.exec(text) ?? [];
  if (block === undefined || rest === undefined) return { pairs: [], body: text };
  const document = parseDocument(block, { schema: 'failsafe', prettyErrors: false, uniqueKeys: false });
  const { contents, errors } = document;
  if (contents === null) return { pairs: [], body: rest };
  // A rule at the beginning, and another one below some prose, are no properties.
  if (!isMap(contents)) return errors.length > 0 ? undefined : { pairs: [], body: text };
  if (errors.length > 0) return undefined;
  // Scalars stay the texts that they are; the printer quotes what would be read as something else.
  const pairs = contents.items.flatMap(({ key, value }) =>
    isScalar(key) ? [[String(key.value), plainValue(value, block, document)] as const] : [],
  );
  return { pairs, body: rest };
}

const WRAPPED = /^\s*(`{3,}|~{3,})(markdown|md|yaml|)[ \t]*\n([\s\S]*?)\n\1[ \t]*\s*$/i;

/** Models like to put a whole note between fences of code. */
function unwrapped(body: string): string {
  const [whole = '', , language = '', inner = ''] = WRAPPED.exec(body) ?? [];
  const isNote = /^\s*---[ \t]*\n/.test(inner) || /^m/i.test(language);
  return whole !== '' && isNote && !/^(?:`{3}|~{3})/m.test(inner) ? inner : body;
}

/** `{{user}}` without quotes is a map in a map to YAML. */
function plainValue(node: unknown, block: string, document: Document): unknown {
  if (isSeq(node)) return node.items.map((item) => plainValue(item, block, document));
  if (!isNode(node)) return undefined;
  const source = isMap(node) && node.range ? block.slice(node.range[0], node.range[1]) : '';
  return isMacro(source) ? source : (node.toJS(document) as unknown);
}

function take(values: Map<string, unknown>, name: string, value: unknown): void {
  if (value === null || value === undefined || value === '' || value === 'null' || value === '~') return;
  const key = isTagProperty(name) ? 'tags' : propertyKey(name);
  const before = values.get(key);
  if (before === undefined) values.set(key, key === 'tags' ? unique(tagList(value)) : typed(value));
  else if (key === 'tags') values.set(key, unique([...tagList(before), ...tagList(value)]));
  else if (isListField(key) || Array.isArray(before)) values.set(key, unique([...listOf(before), ...listOf(value)]));
}

/** Numbers and booleans as such, so that they are not written in quotes. */
function typed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^(?:true|false)$/.test(value)) return value === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value) && String(Number(value)) === value
    ? Number(value)
    : value;
}

function isListField(key: string): boolean {
  if (!Object.hasOwn(entryFields, key)) return false;
  const field: EntryField<unknown> | undefined = Object.entries(entryFields).find(([name]) => name === key)?.[1];
  return field?.kind.merge !== undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? splitAtCommas(value) : [value];
}

function tagList(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === 'string'
      ? item
          .split(/[\s,]+/)
          .map((tag) => tag.replace(/^#+/, ''))
          .filter((tag) => tag !== '')
      : [],
  );
}

function unique(items: readonly unknown[]): readonly unknown[] {
  return [...new Set(items)];
}
