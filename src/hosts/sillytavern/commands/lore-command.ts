/** Something that can be typed, offered while the user types. */
export interface Suggestion {
  readonly value: string;
  /** Plain text. */
  readonly description?: string;
}

/** A value that is given by name, `name=value`. */
export interface NamedArgument {
  readonly name: string;
  /** Plain text. */
  readonly description: string;
  readonly suggestions: readonly Suggestion[];
}

/** A command as the user has given it. */
export interface CommandCall {
  /** What stands after the values, as it was typed or piped in, trimmed; empty when nothing does. */
  readonly text: string;
  /** Whether `text` was handed on by the command before. */
  readonly isPiped: boolean;
  /** Values given by name. */
  readonly values: ReadonlyMap<string, string>;
}

/** What a command tells. */
export interface CommandAnswer {
  /** What the next command gets. */
  readonly value: string;
  /** What the user reads: plain text. */
  readonly shown: string;
  /** Shown in a window in place of `shown`. */
  readonly details?: () => HTMLElement;
}

/** The text of a command. */
export interface CommandArgument {
  /** Plain text. */
  readonly description: string;
  /** Whether suggestions come while one types; else only on demand. */
  readonly isExpected: boolean;
  readonly suggestions: (typed: string) => readonly Suggestion[];
}

/** One slash command of this extension. */
export interface LoreCommand {
  /** Without the slash. */
  readonly name: string;
  /** What it does, in plain sentences. */
  readonly help: string;
  /** Ways to call it, without the slash. */
  readonly examples: readonly string[];
  /** What is handed on. */
  readonly returns: string;
  /** The text after the values. */
  readonly argument: CommandArgument;
  /** Values that can be given by name, as they are known at the moment. */
  readonly named?: () => readonly NamedArgument[];
  /** Values of any other name are values too, and not part of the text. */
  readonly takesAnyName?: boolean;
  /** Rejects with a `CommandProblem` when the user has to do something else first. */
  readonly run: (call: CommandCall) => Promise<CommandAnswer>;
}

/** Why a command did nothing, in sentences for the user that say what to do. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
}

/** An answer that hands on what it shows. */
export function saying(text: string): CommandAnswer {
  return { value: text, shown: text };
}
