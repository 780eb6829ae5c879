import { plainList, severalIn } from './plain-list';
import { readSelectionItem } from './selection-item';
import { selectionList, type SelectionList } from './selection-list';
import { TitleIndex } from './title-index';
import { salvageJson, type JsonSalvage } from './json-salvage';
import type { Confidence } from '../selection/confidence';

/** A candidate that the model picked. */
export interface NumberedPick {
  /** Place among the candidates, from 1. */
  readonly number: number;
  readonly confidence: Confidence;
  /** The model's own words; empty when it gave none. */
  readonly reason: string;
}

/** What an answer selects. */
export interface SelectionRead {
  readonly kind: 'read';
  /** Each candidate at most once, in the order of the answer. */
  readonly picks: readonly NumberedPick[];
  /** Names in the answer that mean no candidate, and those that may mean several: nothing was picked for them. */
  readonly unknown: readonly string[];
  readonly ambiguous: readonly string[];
  /** The answer ended in the middle; what was complete is used. */
  readonly isCutOff: boolean;
}

/** An answer that selects nothing that could be read. */
export interface SelectionUnreadable {
  readonly kind: 'unreadable';
  /**
   * `empty`: nothing was said; `cut-off`: it ended before the first complete item; `no-list`: no list of picks;
   * `nothing-known`: a list in which no item means one candidate.
   */
  readonly why: 'empty' | 'cut-off' | 'no-list' | 'nothing-known';
  readonly unknown: readonly string[];
  readonly ambiguous: readonly string[];
}

export type SelectionReading = SelectionRead | SelectionUnreadable;

const MOST_ITEMS = 1_000;
/** Names that are listed of an answer. */
const MOST_NAMES = 50;

/**
 * Reads an answer as a selection among candidates, which are numbered from 1 in the order of their titles. Takes numbers
 * and titles in any form that models use; never throws, and never picks what the answer does not clearly name. An empty
 * list is read as a selection of nothing.
 */
export function parseSelection(answer: unknown, titles: readonly string[]): SelectionReading {
  const salvage = salvageJson(answer);
  const lists = salvage.kind === 'found' ? salvage.values.map(selectionList).filter((list) => list !== undefined) : [];
  const index = new TitleIndex(titles);
  if (lists.length === 0) {
    const items = salvage.kind === 'none' && !salvage.isCut ? plainList(answer, index) : undefined;
    return items ? readList({ items, isCut: false }, index) : unreadable(whyNoList(salvage));
  }
  let unclear: SelectionReading | undefined;
  for (const list of lists) {
    const reading = readList(list, index);
    if (reading.kind === 'read') return reading;
    unclear ??= reading;
  }
  return unclear ?? unreadable('no-list');
}

function readList({ items, isCut }: SelectionList, index: TitleIndex): SelectionReading {
  const picks = new Map<number, NumberedPick>();
  const unknown = new Set<string>();
  const ambiguous = new Set<string>();
  const split = (item: unknown): readonly unknown[] => (typeof item === 'string' ? severalIn(item, index) : [item]);
  for (const raw of items.slice(0, MOST_ITEMS).flatMap(split)) {
    const item = readSelectionItem(raw, index);
    if (item === undefined) continue;
    const { meaning, written, confidence, reason } = item;
    if (meaning.kind === 'none') unknown.add(written);
    else if (meaning.kind === 'several') ambiguous.add(written);
    else if (!picks.has(meaning.number)) picks.set(meaning.number, { number: meaning.number, confidence, reason });
  }
  const names = { unknown: [...unknown].slice(0, MOST_NAMES), ambiguous: [...ambiguous].slice(0, MOST_NAMES) };
  const isNone = items.length === 0 && !isCut;
  if (picks.size > 0 || isNone) return { kind: 'read', picks: [...picks.values()], ...names, isCutOff: isCut };
  return { kind: 'unreadable', why: items.length === 0 ? 'cut-off' : 'nothing-known', ...names };
}

function whyNoList(salvage: JsonSalvage): SelectionUnreadable['why'] {
  if (salvage.kind === 'empty') return 'empty';
  const isCut = salvage.kind === 'none' ? salvage.isCut : salvage.values.every((one) => one.isCut);
  return isCut ? 'cut-off' : 'no-list';
}

function unreadable(why: SelectionUnreadable['why']): SelectionUnreadable {
  return { kind: 'unreadable', why, unknown: [], ambiguous: [] };
}
