import type { GenerationType } from '../lore/entry-fields';

/** What is said before the turn that a test looks at. */
export type TestScene =
  | { readonly kind: 'text'; readonly text: string }
  /** Lines `Name: text`. */
  | { readonly kind: 'chat'; readonly lines: readonly string[] }
  /** A chat file of SillyTavern, by its path in the vault. */
  | { readonly kind: 'file'; readonly path: string };

/** A promise about what a turn brings. */
export interface LoreTest {
  readonly name: string;
  /** The note or file in which it stands, and the line. */
  readonly path: string;
  readonly line: number;
  readonly scene: TestScene;
  /** Who speaks next; of a chat, the last who did. */
  readonly character: string;
  readonly user: string;
  readonly type: GenerationType;
  /** Index of the reply; the next one without it. */
  readonly turn: number | undefined;
  /** The name of the chat as far as dice go. */
  readonly seed: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Values of context fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Entries that must be in, that must not, and those whose place is told. */
  readonly fires: readonly string[];
  readonly never: readonly string[];
  readonly at: readonly (readonly [entry: string, place: string])[];
  /** Entries that must be refused, with the code of the reason. */
  readonly refused: readonly (readonly [entry: string, reason: string])[];
  /** The most tokens that the turn may take. */
  readonly tokens: number | undefined;
}

/** Why a test cannot be read. */
export interface TestProblem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** The tests of a text, and what of it is none. */
export interface TestReading {
  readonly tests: readonly LoreTest[];
  readonly problems: readonly TestProblem[];
}

/** One thing that a test promises, and whether it holds. */
export interface TestCheck {
  readonly kind: 'fires' | 'never' | 'at' | 'refused' | 'tokens';
  /** What is promised, e.g. the entry's name. */
  readonly subject: string;
  readonly isMet: boolean;
  /** Why it is so, in a sentence. */
  readonly why: string;
}

/** How a test went. `broken`: it could not be run. */
export interface TestResult {
  readonly test: LoreTest;
  readonly state: 'passed' | 'failed' | 'broken';
  /** Why it could not be run. */
  readonly sentence: string | undefined;
  readonly checks: readonly TestCheck[];
  /** Titles of what went in. */
  readonly injected: readonly string[];
  readonly tokens: number;
}
