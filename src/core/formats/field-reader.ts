import type { ImportRemark } from './import-remark';
import { asRecord, readBoolean } from './tavern-world-info/tavern-entry';

/** An object of a file, as it was parsed. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an object of another program field by field. What was read is no leftover; what is of a wrong kind is remarked
 * and stays one. Absent and null are the same.
 */
export class FieldReader {
  readonly #fields: Fields;
  readonly #at: string;
  readonly #read = new Set<string>();
  readonly #remarks: ImportRemark[];

  /** @param at Where the object stands in its entry, such as `contextConfig.`, for remarks. */
  constructor(fields: Fields, at = '', remarks: ImportRemark[] = []) {
    this.#fields = fields;
    this.#at = at;
    this.#remarks = remarks;
  }

  /** What was remarked so far, inner objects included. */
  get remarks(): readonly ImportRemark[] {
    return this.#remarks;
  }

  remark(field: string, sentence: string): void {
    this.#remarks.push({ field: `${this.#at}${field}`, sentence });
  }

  /** A text; numbers are texts too. */
  text(name: string): string | undefined {
    return this.#take(name, 'a text', asText);
  }

  number(name: string): number | undefined {
    return this.#take(name, 'a number', asNumber);
  }

  flag(name: string): boolean | undefined {
    return this.#take(name, 'true or false', readBoolean);
  }

  /** A list of texts. Where a tool wrote one text, it is split. */
  texts(name: string, split: (text: string) => readonly string[] = splitPlainly): readonly string[] {
    return this.#take(name, 'a list of texts', (value) => asTexts(value, split)) ?? [];
  }

  /** An inner object; what it leaves over is not left over here. */
  inner(name: string): FieldReader {
    const fields = this.#take(name, 'an object', asRecord) ?? {};
    return new FieldReader(fields, `${this.#at}${name}.`, this.#remarks);
  }

  /** A reader of another object in place of this one; its remarks stand here. */
  reread(fields: Fields): FieldReader {
    return new FieldReader(fields, this.#at, this.#remarks);
  }

  /** The value as it is; it stays a leftover. */
  see(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  /** Makes a field no leftover. */
  drop(...names: readonly string[]): void {
    for (const name of names) this.#read.add(name);
  }

  /** Makes a field a leftover again. */
  leave(name: string): void {
    this.#read.delete(name);
  }

  /** Keeps a field as a leftover, with this remark if any; one that says nothing or what is usual is dropped. Nothing for one that was read. */
  keep(name: string, usual: readonly unknown[], sentence?: string): void {
    if (this.#read.has(name)) return;
    const value = this.see(name);
    if (value === undefined || value === null || usual.includes(value) || isEmpty(value)) this.drop(name);
    else if (sentence !== undefined) this.remark(name, sentence);
  }

  /** What was not read. */
  rest(): Fields {
    return Object.fromEntries(Object.entries(this.#fields).filter(([name]) => !this.#read.has(name)));
  }

  #take<Value>(name: string, expected: string, read: (value: unknown) => Value | undefined): Value | undefined {
    const value = this.see(name);
    const understood = value === undefined || value === null ? undefined : read(value);
    if (understood !== undefined || value === undefined || value === null) this.#read.add(name);
    else this.remark(name, `Here is ${kindOf(value)} instead of ${expected}; it is kept without effect.`);
    return understood;
  }
}

/** The objects in a list; what is no list has none. */
export function objectsIn(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): readonly Fields[] => {
    const fields = asRecord(item);
    return fields ? [fields] : [];
  });
}

/** What a value is, for sentences. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
  };
  return kinds[typeof value] ?? 'something else';
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A text at its commas; blanks around the pieces do not count, and there are no empty ones. */
export function splitPlainly(text: string): readonly string[] {
  return trimmed(text.split(','));
}

function trimmed(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function asTexts(value: unknown, split: (text: string) => readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return split(value);
  if (typeof value === 'number') return [String(value)];
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((item) => item !== null && item !== undefined).map(asText);
  return texts.every((text) => text !== undefined) ? trimmed(texts) : undefined;
}
