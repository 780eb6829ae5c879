import { contentHash } from '../../base/content-hash';
import { LruMap } from '../../base/lru-map';
import type { ChosenEntries, SelectionSource } from './selection-outcome';
import type { ChatLine, SelectionQuestion } from './selection-question';

const MOST_CHATS = 100;
/** Selections that are remembered of one chat. */
const MOST_PER_CHAT = 12;
/** A story moves on without names too: after so many new messages the model is asked again. */
const MOST_SLID = 12;

/** What was learned from the model, without where it comes from. */
export type LearnedSelection = Omit<ChosenEntries, 'source' | 'age'>;

interface Remembered {
  readonly key: string;
  readonly lines: readonly string[];
  readonly learned: LearnedSelection;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Messages that came since the model was asked. */
  readonly slid: number;
}

/** A selection that still holds. */
export interface FoundSelection {
  readonly learned: LearnedSelection;
  readonly source: Exclude<SelectionSource, 'model'>;
  readonly askedAt: number;
}

/** Everything that a selection depends on besides the last messages, as one text. */
export function selectionKey(question: SelectionQuestion, model: string): string {
  const { candidates, forced, budget, mostPicks, seeds, summary, instructions, threshold, categoryShare } = question;
  const shown = candidates.map(({ id, title, tokens, links, fields, summary: text, category }) => {
    return [id, title, tokens, links, fields, text, category];
  });
  return contentHash(
    JSON.stringify([
      model,
      shown,
      forced.count,
      forced.tokens,
      budget ?? null,
      mostPicks ?? null,
      seeds.map(({ title, text }) => [title, text]),
      summary,
      instructions,
      threshold,
      categoryShare ?? null,
    ]),
  );
}

/**
 * Selections of earlier turns, several of each chat. One holds again for the same question, and for one whose window slid
 * on over messages that name no entry, as long as the messages that both windows show are the same.
 */
export class SelectionCache {
  readonly #chats = new LruMap<string, readonly Remembered[]>(MOST_CHATS);

  find(question: SelectionQuestion, key: string): FoundSelection | undefined {
    const known = (this.#chats.get(question.chat) ?? []).filter((one) => one.key === key);
    const lines = question.lines.map(mark);
    const same = known.find((one) => areEqual(one.lines, lines));
    if (same) return { learned: same.learned, source: 'same', askedAt: same.askedAt };
    for (const one of known) {
      const news = newLines(one.lines, lines);
      if (news === undefined || one.slid + news > MOST_SLID) continue;
      const added = question.lines.slice(question.lines.length - news);
      if (added.some((line) => question.namesAnEntry(`${line.name}: ${line.text}`))) continue;
      this.#put(question.chat, { ...one, lines, slid: one.slid + news });
      return { learned: one.learned, source: 'slid', askedAt: one.askedAt };
    }
    return undefined;
  }

  /** Remembers what the model said. `askedAt`: milliseconds since 1970. */
  add(question: SelectionQuestion, key: string, learned: LearnedSelection, askedAt: number): void {
    this.#put(question.chat, { key, lines: question.lines.map(mark), learned, askedAt, slid: 0 });
  }

  #put(chat: string, remembered: Remembered): void {
    const others = (this.#chats.get(chat) ?? []).filter(
      (one) => one.key !== remembered.key || !areEqual(one.lines, remembered.lines),
    );
    this.#chats.set(chat, [remembered, ...others].slice(0, MOST_PER_CHAT));
  }
}

function mark({ index, speaker, name, text }: ChatLine): string {
  return `${String(index)} ${contentHash(JSON.stringify([speaker, name, text]))}`;
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}

/** How many lines a window has that an earlier one lacked, if it is that one slid on; at least one line is in both. */
function newLines(earlier: readonly string[], later: readonly string[]): number | undefined {
  for (let dropped = 0; dropped < earlier.length; dropped++) {
    const shared = earlier.length - dropped;
    if (shared < later.length && areEqual(earlier.slice(dropped), later.slice(0, shared))) return later.length - shared;
  }
  return undefined;
}
