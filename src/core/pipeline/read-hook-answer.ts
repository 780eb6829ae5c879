import type { HookStage } from './hook';

/** Items that a hook's list may have. */
const MOST_ITEMS = 10_000;
/** UTF-16 units of all texts of a hook's list together. */
const MOST_TEXT = 1_000_000;

/** A hook's list as plain values: id of an entry or key of an injection → its text, where it gave one. */
export type HookList = ReadonlyMap<string, string | undefined>;

/**
 * Reads the list that a hook returned. It may be anything that JavaScript can make; what reading it throws is thrown on.
 *
 * @throws TypeError with a sentence that says what is wrong with the list.
 */
export function readHookAnswer(value: unknown, stage: HookStage): HookList {
  if (!Array.isArray(value)) throw new TypeError(`It gave ${kindOf(value)} where a list belongs.`);
  if (value.length > MOST_ITEMS) throw new TypeError(`Its list has more than ${String(MOST_ITEMS)} items.`);
  const list = new Map<string, string | undefined>();
  let size = 0;
  for (let at = 0; at < value.length; at++) {
    const [name, text] = readItem(value[at], stage, `Item ${String(at + 1)} of its list`);
    if (list.has(name)) throw new TypeError(`Its list names ${name} twice.`);
    size += text?.length ?? 0;
    if (size > MOST_TEXT) throw new TypeError(`Its texts are longer than ${String(MOST_TEXT)} characters together.`);
    list.set(name, text);
  }
  return list;
}

function readItem(item: unknown, stage: HookStage, which: string): readonly [string, string | undefined] {
  if (typeof item !== 'object' || item === null) throw new TypeError(`${which} is ${kindOf(item)}, not an object.`);
  const property = stage === 'injections' ? 'key' : 'id';
  const name: unknown = Reflect.get(item, property);
  if (typeof name !== 'string') throw new TypeError(`${which} has no "${property}".`);
  const text: unknown = Reflect.get(item, 'text');
  if (typeof text === 'string') return [name, text];
  if (text !== undefined || stage === 'injections') throw new TypeError(`${which} has no usable "text".`);
  return [name, undefined];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
