import type { Confidence } from './confidence';

/** An entry that the model may pick, as much of it as the model sees. */
export interface SelectionCandidate {
  readonly id: string;
  readonly title: string;
  /** Tokens of its formatted text. */
  readonly tokens: number;
  /** Titles of the entries that it links to. */
  readonly links: readonly string[];
  /** Labels and values of its context fields. */
  readonly fields: readonly (readonly [label: string, value: string])[];
  readonly summary: string;
  /** What the category filter sorts it under. */
  readonly category: string;
  /** Whether one of its keys stands in the chat: the category filter never takes it away. */
  readonly isNamed: boolean;
}

/** One message of the chat as the model reads it. */
export interface ChatLine {
  /** Index in the full chat. */
  readonly index: number;
  readonly speaker: 'player' | 'character';
  readonly name: string;
  readonly text: string;
}

/** A text that tells the story so far. */
export interface StoryText {
  readonly title: string;
  readonly text: string;
}

/** Everything that one selection depends on. */
export interface SelectionQuestion {
  /** The chat's id: selections are remembered by chat. */
  readonly chat: string;
  readonly candidates: readonly SelectionCandidate[];
  /** What is selected whatever the model says. */
  readonly forced: { readonly count: number; readonly tokens: number };
  /** Tokens of lore in this turn; undefined for no limit. */
  readonly budget: number | undefined;
  /** The most picks, ≥ 1; undefined for no limit. */
  readonly mostPicks: number | undefined;
  /** The last messages, oldest first. */
  readonly lines: readonly ChatLine[];
  /** Texts that a chat without a past begins with. */
  readonly seeds: readonly StoryText[];
  /** The last summary of the story; empty for none. */
  readonly summary: string;
  /** The user's own instructions; empty for the built-in ones. */
  readonly instructions: string;
  readonly threshold: Confidence;
  /** The most that the category filter may take away, 0–1; undefined when it is off. */
  readonly categoryShare: number | undefined;
  /** Whether a text names any entry of the index, by title, alias or key. */
  readonly namesAnEntry: (text: string) => boolean;
}
