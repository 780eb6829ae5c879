import type { BookView } from './book-view';
import type { Summary } from './summary';

/** A part of the story, with the messages of which it tells. */
export interface StoryPart {
  readonly summary: Summary;
  /** Indexes of its first and its last message; undefined where they are all hidden or gone. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

type Range = Pick<StoryPart, 'from' | 'to'>;

/** The messages of which each summary tells, as they stand in the chat now. */
export function rangesOf({ scenes, chapters, arcs }: BookView): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  for (const { summary, covered } of scenes)
    ranges.set(summary.id, { from: covered[0]?.index, to: covered.at(-1)?.index });
  for (const { summary, parts } of [...chapters, ...arcs]) {
    const [first, last] = [parts[0], parts.at(-1)].map((part) => part && ranges.get(part.id));
    ranges.set(summary.id, { from: first?.from, to: last?.to });
  }
  return ranges;
}

/**
 * The story in as few summaries as tell all of it: arcs, then the chapters of none, then the scenes of none.
 *
 * @param isMeant Whether a summary may be among them; what it sums up stands there in its place.
 */
export function storyParts(view: BookView, isMeant: (summary: Summary) => boolean): readonly StoryPart[] {
  const ranges = rangesOf(view);
  const told = new Set<string>();
  const parts = [view.arcs, view.chapters, view.scenes].flatMap((level) =>
    level.flatMap(({ summary, state }): readonly StoryPart[] => {
      if (told.has(summary.id)) for (const part of summary.parts) told.add(part);
      if (told.has(summary.id) || state === 'gone' || !isMeant(summary)) return [];
      for (const part of summary.parts) told.add(part);
      return [{ summary, ...(ranges.get(summary.id) ?? { from: undefined, to: undefined }) }];
    }),
  );
  return parts.sort((a, b) => (a.from ?? 0) - (b.from ?? 0));
}

/**
 * The summaries that a turn may know: none that tells of the message that is to be written, and none of the newest that is
 * out of date, since what was swiped away must not come back.
 */
export function knownBefore(view: BookView, turn: number): (summary: Summary) => boolean {
  const ranges = rangesOf(view);
  const lastFresh = view.scenes.map(({ state }) => state).lastIndexOf('fresh');
  const newest = view.scenes.slice(lastFresh + 1).map(({ summary }) => summary.id);
  const unknown = new Set(newest);
  const all = [...view.chapters, ...view.arcs].map(({ summary }) => summary);
  for (const { id, parts } of all) if (parts.some((part) => unknown.has(part))) unknown.add(id);
  return ({ id }) => !unknown.has(id) && (ranges.get(id)?.to ?? -1) < turn;
}
