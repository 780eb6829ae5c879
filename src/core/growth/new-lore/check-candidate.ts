import { looseForm } from '../../ai/answers/title-forms';
import { isWaiting, type Proposal } from '../../edits/proposal';
import { resemblances } from '../../librarian/tools/find-similar';
import type { LoreEntry } from '../../lore/lore-entry';
import { tokenize } from '../../search/tokenize';
import type { Candidate } from '../job';
import type { Result } from '../job-result';
import type { GrowthPorts } from '../ports';

/** So much of what a candidate says must stand in an entry for it to say nothing new: a share of its words. */
const NOTHING_NEW = 0.85;
/** So much of it means that it is about the same thing, under another name. */
const MUCH_THE_SAME = 0.6;
/** Texts of fewer words resemble others by chance. */
const FEWEST_WORDS = 8;
const MOST_RESEMBLING = 5;

/** What else is known of a candidate besides the lore. */
export interface CandidateSurroundings {
  readonly proposals: readonly Proposal[];
  /** The names under which the user plays. */
  readonly players: readonly string[];
}

/**
 * Compares a candidate with what is there: by name, alias and keys, by its words, and with what waits for a decision or
 * was turned down.
 *
 * @returns What becomes of it instead of a proposal; undefined when it is new.
 */
export function checkCandidate(
  candidate: Candidate,
  { proposals, players }: CandidateSurroundings,
  { lore }: GrowthPorts,
): Result | undefined {
  const { title, keys, content, summary } = candidate;
  const name = looseForm(title);
  const left = (sentence: string): Result => ({ kind: 'left', title, sentence });
  if (players.some((player) => looseForm(player) === name)) return left('It is the name under which you play.');
  const known = proposals.find(({ patch, title: proposed }) => patch.kind === 'create' && looseForm(proposed) === name);
  if (known && isWaiting(known)) return left('It is proposed already and waits for your decision.');
  if (known?.status === 'rejected') return left('You turned it down before.');
  const alike = resemblances({ title, keys, text: `${summary}\n${content}`.slice(0, 4_000) }, lore).slice(
    0,
    MOST_RESEMBLING,
  );
  const words = wordsOf(content);
  for (const { entry, why, isSame } of alike) {
    const share = sharedWords(words, entry);
    const isName = isSame || entry.keys.some(({ text }) => looseForm(text) === name);
    if (isName) return isThere(candidate, entry, isSame ? why : 'has it as a key', share);
    if (words.size >= FEWEST_WORDS && share >= MUCH_THE_SAME)
      return isThere(candidate, entry, 'says much the same', share);
  }
  return undefined;
}

/** What becomes of news of an entry; undefined where no entry is called so. */
export function checkNews(title: string, text: string, { lore }: GrowthPorts): Result | undefined {
  const alike = resemblances({ title }, lore).find(({ isSame }) => isSame);
  if (alike === undefined) return undefined;
  return hint(alike.entry, alike.why, text, sharedWords(wordsOf(text), alike.entry));
}

function isThere({ content }: Candidate, entry: LoreEntry, why: string, share: number): Result {
  return hint(entry, why, content, share);
}

function hint({ title, path, card }: LoreEntry, why: string, text: string, share: number): Result {
  if (share >= NOTHING_NEW) return { kind: 'left', title, path, sentence: 'The lore says all of it already.' };
  if (card !== undefined) return { kind: 'left', title, sentence: 'It stands in the lorebook of a character.' };
  return { kind: 'update', title, path, why, text };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(tokenize(text));
}

/** The share of the words that an entry has, too. */
function sharedWords(words: ReadonlySet<string>, { title, text, keys }: LoreEntry): number {
  if (words.size === 0) return 1;
  const there = new Set(tokenize([title, ...keys.map((key) => key.text), text].join('\n')));
  return [...words].filter((word) => there.has(word)).length / words.size;
}
