import type { FakeAnswer } from './reply';

/** A request to a model, read from the wire. */
export interface WireRequest {
  readonly isStream: boolean;
  readonly model: string;
  /** Every text of the prompt, joined by line breaks. */
  readonly text: string;
  /** The JSON schema of the answer, where one was sent. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
}

/** A wire format: which paths it has, and how an answer is written. */
export interface Wire {
  /** Base path of a connection, such as `/v1`. */
  readonly base: string;
  readonly keyHeader: (key: string) => readonly [name: string, value: string];
  /** Undefined for a path that is no question to a model. */
  readonly read: (path: string, body: unknown) => WireRequest | undefined;
  /** Why the real provider would answer 400, as far as the tests need it. */
  readonly complaint?: (body: unknown, headers: Readonly<Record<string, unknown>>) => string | undefined;
  readonly failure: (status: number, message: string) => unknown;
  readonly body: (answer: FakeAnswer, request: WireRequest) => unknown;
  /** Server-sent events, each without its line breaks at the end; the texts stand in one event for each word. */
  readonly events: (answer: FakeAnswer, request: WireRequest) => readonly string[];
  readonly models: (names: readonly string[]) => unknown;
}

/** The value at a path of names and numbers, or undefined. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

/** Every text below a value that stands under one of these names. */
export function textsBelow(value: unknown, names: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? (names.includes(name) ? [inner] : []) : textsBelow(inner, names),
  );
}

/** The schema at a path, or undefined. */
export function schemaAt(value: unknown, ...path: readonly (string | number)[]): WireRequest['schema'] {
  const found = at(value, ...path);
  return typeof found === 'object' && found !== null ? { ...found } : undefined;
}

/** A text in pieces of a word each. */
export function words(text: string): readonly string[] {
  return text.length > 100_000 ? (text.match(/[^]{1,65536}/g) ?? []) : (text.match(/\s*\S+\s*$|\s*\S+/g) ?? []);
}

/** The arguments of a call as they go over the wire. */
export function argumentsText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

/** An event with data alone. */
export function dataEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}`;
}

/** The tokens of an answer that says nothing about them. */
export const usualUsage = { input: 11, output: 7, cached: 0 };
