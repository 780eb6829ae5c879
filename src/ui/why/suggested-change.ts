import type { WireChatChange, WireChatState } from '../../server/contract/wire-chat';
import type { WirePatch } from '../../server/contract/wire-edits';
import type { WireWhyNot } from '../../server/contract/wire-generation';
import type { WireEntryDetail } from '../../server/contract/wire-lore';

export type SuggestedChange = NonNullable<WireWhyNot['change']>;
type Operation = Extract<WirePatch, { kind: 'change' }>['operations'][number];
type PropertyValue = Extract<Operation, { kind: 'set-property' }>['value'];

/** The change of a note as a patch; undefined for one that only the user can make. */
export function notePatch(
  { where, name, value, items, path }: SuggestedChange,
  entry: Pick<WireEntryDetail, 'path' | 'decorators'>,
): WirePatch | undefined {
  if (where !== 'note' || path !== undefined) return undefined;
  const operations = operationsOf(name, value, items, entry.decorators);
  return operations.length === 0 ? undefined : { kind: 'change', path: entry.path, operations };
}

function operationsOf(
  name: string,
  value: unknown,
  items: readonly string[] | undefined,
  decorators: readonly string[],
): readonly Operation[] {
  if (name === 'decorators') return (items ?? []).flatMap((item) => withoutDecorator(item, decorators));
  if (value === null) return [items ? { kind: 'remove-items', name, items } : { kind: 'unset-property', name }];
  return isPropertyValue(value) ? [{ kind: 'set-property', name, value }] : [];
}

/** Every line of a decorator, with its line end: a blank line would end the block of decorators. */
function withoutDecorator(item: string, decorators: readonly string[]): readonly Operation[] {
  const lines = decorators.filter((line) => line.trim().split(/\s/u)[0]?.replace(/^@+/u, '@@') === item);
  return [...new Set(lines)].map((line) => ({ kind: 'replace-text', find: `${line}\n`, text: '' }));
}

function isPropertyValue(value: unknown): value is PropertyValue {
  const isPlain = (one: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof one);
  return isPlain(value) || (Array.isArray(value) && value.every(isPlain));
}

/** A change of a chat, and the one that takes it back. */
export interface ChatEdit {
  readonly change: WireChatChange;
  readonly undo: WireChatChange;
}

/** The change of a chat's state as requests; undefined for one of another kind. */
export function chatEdit(
  { where, name, value }: SuggestedChange,
  entry: string,
  before: WireChatState,
): ChatEdit | undefined {
  if (where !== 'chat') return undefined;
  const isPinned = before.pins.some(({ id }) => id === entry);
  if (name === 'blocks') return { change: { unblock: [entry] }, undo: { block: [entry] } };
  // Pinning takes back a block, so that the way back has to know which of them was there.
  const wasBlocked = before.blocks.some(({ id }) => id === entry);
  const unpin: WireChatChange = isPinned ? {} : { unpin: [entry], ...(wasBlocked && { block: [entry] }) };
  if (name === 'pins') return { change: { pin: [entry] }, undo: unpin };
  if (name === 'books' && isTextList(value))
    return { change: { books: [...value] }, undo: { books: [...before.books] } };
  return name === 'context' ? contextEdit(value, before.context) : undefined;
}

function contextEdit(value: unknown, before: WireChatState['context']): ChatEdit | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const after = new Map(
    Object.entries(value).flatMap(([field, texts]): [string, string[]][] =>
      isTextList(texts) ? [[field, [...texts]]] : [],
    ),
  );
  const fields = [...new Set([...after.keys(), ...Object.keys(before)])];
  const changed = fields.filter((field) => JSON.stringify(after.get(field)) !== JSON.stringify(before[field]));
  const from = (values: (field: string) => readonly string[] | undefined): WireChatChange => ({
    context: Object.fromEntries(
      changed.map((field) => {
        const texts = values(field);
        return [field, texts === undefined ? null : [...texts]];
      }),
    ),
  });
  return changed.length === 0
    ? undefined
    : { change: from((field) => after.get(field)), undo: from((field) => before[field]) };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** A value of a setting as people read it. */
export function valueWords(value: unknown, options: Readonly<Record<string, string>> = {}): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (typeof value === 'number') return new Intl.NumberFormat('en-US').format(value);
  return typeof value === 'string' ? (options[value] ?? value) : JSON.stringify(value);
}
