import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RecordedResult } from './recorded-result';

/** Entries as they stand in a book; fields may be missing. */
export type RawEntry = Readonly<Record<string, unknown>>;

/** What one scan of a vector was given, where it differs from the vector's own values. */
export interface VectorStep {
  /** Lines of the chat, oldest first, each as it is searched: `Name: text`. */
  readonly chat?: readonly string[];
  /** The entries of the book `T`. */
  readonly entries?: readonly RawEntry[];
  /** Entries by book, where there are several. */
  readonly books?: Readonly<Record<string, readonly RawEntry[]>>;
  /** The books that are active everywhere; without it all that are attached nowhere else. */
  readonly global?: readonly string[];
  readonly charBook?: string;
  readonly chatBook?: string;
  readonly personaBook?: string;
  /** SillyTavern's World Info settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Tokens of the context without the reply. */
  readonly maxContext?: number;
  /** Texts of other extensions that SillyTavern searches too. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** Texts of the card and the persona; the kind of generation as `trigger`. */
  readonly scan?: Readonly<Record<string, string>>;
  /** Random numbers, in the order in which they are drawn. */
  readonly random?: readonly number[];
  /** Entries that an extension activates by an event. */
  readonly force?: readonly RawEntry[];
  /** A preview, which changes nothing. */
  readonly dryRun?: boolean;
}

/** A probe of SillyTavern's World Info engine, and what it answered at each step. */
export interface Vector {
  readonly name: string;
  readonly rule: string;
  readonly input: VectorStep & {
    /** The entries are left as they are; in other vectors SillyTavern's editor filled missing fields first. */
    readonly raw?: boolean;
    readonly steps?: readonly VectorStep[];
  };
  readonly result: readonly RecordedResult[];
}

const KNOWN_INPUT = new Set([
  'chat',
  'entries',
  'books',
  'global',
  'charBook',
  'chatBook',
  'personaBook',
  'settings',
  'maxContext',
  'prompts',
  'scan',
  'random',
  'force',
  'dryRun',
  'raw',
  'steps',
]);

/** Reads a file of vectors. Throws when one holds an input that no step would get: it would pass for the wrong reason. */
export function readVectors(file: string): readonly Vector[] {
  const text = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
  const { vectors } = JSON.parse(text) as { readonly vectors: readonly Vector[] };
  for (const { name, input } of vectors) {
    const odd = [input, ...(input.steps ?? [])].flatMap(Object.keys).filter((key) => !KNOWN_INPUT.has(key));
    if (odd.length > 0) throw new Error(`The vector “${name}” has inputs that are not played: ${odd.join(', ')}.`);
  }
  return vectors;
}

/** The steps with the vector's own values filled in. */
export function stepsOf({ input }: Vector): readonly VectorStep[] {
  const { steps = [{}], ...own } = input;
  return steps.map((step) => ({ ...own, ...step }));
}
