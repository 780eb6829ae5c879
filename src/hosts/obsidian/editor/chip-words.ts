import type { EntryProblem } from '../../../core/lore/entry-problem';
import type { LoreEntry } from '../../../core/lore/lore-entry';

/** What is told of the lore note that is open. */
export interface ChipFacts {
  /** Undefined for a note that is meant as lore but could not be read. */
  readonly entry: LoreEntry | undefined;
  readonly problems: readonly Omit<EntryProblem, 'code'>[];
  /** Tokens of its text, and whether they are exact. */
  readonly tokens: { readonly tokens: number; readonly approximate: boolean };
}

/** What the chip says. */
export interface ChipWords {
  readonly text: string;
  /** Everything in sentences. */
  readonly label: string;
}

const SHOWN_KEYS = 2;
const LONGEST_KEY = 24;

/** The open lore note in a few words: what wakes it, its size, its problems. */
export function chipWords({ entry, problems, tokens }: ChipFacts): ChipWords {
  const faults = problems.filter(({ severity }) => severity !== 'info');
  const trouble = faults.length === 0 ? '' : counted(faults.length, 'problem', 'problems');
  const sentences = problems.slice(0, 5).map(({ message }) => message);
  if (entry === undefined) return { text: joined(['Lore: not readable', trouble]), label: sentences.join('\n') };
  const size = `${tokens.approximate ? 'about ' : ''}${counted(tokens.tokens, 'token', 'tokens')}`;
  return {
    text: joined([wakes(entry), size, trouble]),
    label: [`${entry.title}. ${wakes(entry)}, ${size}.`, ...sentences].join('\n'),
  };
}

/** What brings the entry into a turn. */
function wakes({ enabled, never, constant, keys }: LoreEntry): string {
  if (!enabled) return 'Switched off';
  if (never) return 'Never injected';
  if (constant) return 'Always selected';
  const usable = keys.filter(({ kind }) => kind !== 'invalid').map(({ text }) => shortened(text));
  if (usable.length === 0) return 'No keys';
  const rest = usable.length - SHOWN_KEYS;
  return `Fires on ${usable.slice(0, SHOWN_KEYS).join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`;
}

function shortened(text: string): string {
  return text.length > LONGEST_KEY ? `${text.slice(0, LONGEST_KEY - 1)}…` : text;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
