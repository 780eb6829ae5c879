import { splicesBetween, textLines, type Splice } from './text-splices';

/** A piece of a line; `changed` where the other version has other words. */
interface DiffWord {
  readonly text: string;
  readonly changed: boolean;
}

/** A line as a reader of the difference sees it. */
interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  /** Without its end. */
  readonly text: string;
  /** Line numbers, from 1, in the version that has the line. */
  readonly old?: number;
  readonly new?: number;
  readonly words?: readonly DiffWord[];
}

/** Lines that stand together, with those around them. */
interface DiffHunk {
  readonly old: number;
  readonly new: number;
  readonly lines: readonly DiffLine[];
}

/** The difference of two texts. */
export interface NoteDiff {
  readonly hunks: readonly DiffHunk[];
  /** Numbers of lines. */
  readonly added: number;
  readonly removed: number;
  /** Whether more lines differ than are told. */
  readonly cut: boolean;
}

/** Lines that are told at most, and lines around those that differ. */
const MOST_LINES = 2_000;
const AROUND = 3;
/** Words of lines with more than this are not compared. */
const LONGEST_LINE = 5_000;
/** Lines that have less than this share in common are different ones. */
const LEAST_COMMON = 0.35;

/** Signs of scripts without spaces are words of their own. */
const WORD =
  /\s+|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+|./gsu;

/** What differs between two texts, for people. */
export function diffNotes(before: string, after: string): NoteDiff {
  const old = textLines(before);
  const splices = splicesBetween(old, textLines(after));
  const count = (of: (splice: Splice) => readonly string[]): number =>
    splices.reduce((sum, splice) => sum + of(splice).length, 0);
  const hunks: DiffHunk[] = [];
  let [told, shift] = [0, 0];
  for (const group of grouped(splices)) {
    if (told >= MOST_LINES) break;
    const hunk = hunkOf(group, old, shift);
    const lines = hunk.lines.slice(0, MOST_LINES - told);
    told += lines.length;
    hunks.push({ ...hunk, lines });
    for (const { removed, added } of group) shift += added.length - removed.length;
  }
  const [added, removed] = [count((splice) => splice.added), count((splice) => splice.removed)];
  const shown = hunks.flatMap(({ lines }) => lines).filter(({ kind }) => kind !== 'same').length;
  return { hunks, added, removed, cut: shown < added + removed };
}

/** Splices near each other belong together. */
function grouped(splices: readonly Splice[]): readonly (readonly Splice[])[] {
  const groups: Splice[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const splice of splices) {
    if (splice.at - end <= 2 * AROUND) groups.at(-1)?.push(splice);
    else groups.push([splice]);
    end = splice.at + splice.removed.length;
  }
  return groups;
}

/** @param shift By how much the new line numbers differ from the old ones before the group. */
function hunkOf(group: readonly Splice[], old: readonly string[], shift: number): DiffHunk {
  const start = Math.max(0, (group[0]?.at ?? 0) - AROUND);
  const lines: DiffLine[] = [];
  let [oldAt, newAt] = [start, start + shift];
  const same = (end: number): void => {
    for (; oldAt < Math.min(end, old.length); oldAt += 1, newAt += 1)
      lines.push({ kind: 'same', text: shown(old[oldAt]), old: oldAt + 1, new: newAt + 1 });
  };
  for (const splice of group) {
    same(splice.at);
    lines.push(...splicedLines(splice, oldAt + 1, newAt + 1));
    oldAt += splice.removed.length;
    newAt += splice.added.length;
  }
  same(oldAt + AROUND);
  return { old: start + 1, new: start + shift + 1, lines };
}

function splicedLines({ removed, added }: Splice, old: number, now: number): readonly DiffLine[] {
  const words = removed.map((line, index) => wordsOf(shown(line), shown(added[index])));
  return [
    ...removed.map((line, index): DiffLine => ({
      kind: 'removed',
      text: shown(line),
      old: old + index,
      ...(words[index] && { words: words[index].old }),
    })),
    ...added.map((line, index): DiffLine => ({
      kind: 'added',
      text: shown(line),
      new: now + index,
      ...(words[index] && { words: words[index].now }),
    })),
  ];
}

function shown(line = ''): string {
  return line.replace(/\r?\n$/, '');
}

/** The words of two lines that are one line before and after; undefined for lines that have little in common. */
function wordsOf(
  old: string,
  now: string,
): { readonly old: readonly DiffWord[]; readonly now: readonly DiffWord[] } | undefined {
  if (old === now || old === '' || now === '' || old.length + now.length > LONGEST_LINE) return undefined;
  const [oldWords, newWords] = [old.match(WORD) ?? [], now.match(WORD) ?? []];
  const splices = splicesBetween(oldWords, newWords);
  const removed = splices.reduce((sum, splice) => sum + splice.removed.join('').length, 0);
  const common = old.length - removed;
  if (common / Math.max(old.length, now.length) < LEAST_COMMON) return undefined;
  return { old: marked(oldWords, splices, 'removed'), now: marked(newWords, splices, 'added') };
}

function marked(words: readonly string[], splices: readonly Splice[], side: 'removed' | 'added'): readonly DiffWord[] {
  const pieces: DiffWord[] = [];
  const push = (run: readonly string[], changed: boolean): void => {
    if (run.length > 0) pieces.push({ text: run.join(''), changed });
  };
  let [at, shift] = [0, 0];
  for (const splice of splices) {
    const start = splice.at + (side === 'added' ? shift : 0);
    push(words.slice(at, start), false);
    push(splice[side], true);
    at = start + splice[side].length;
    shift += splice.added.length - splice.removed.length;
  }
  push(words.slice(at), false);
  return pieces;
}
