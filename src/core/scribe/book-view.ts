import type { TranscriptMessage } from '../transcripts/transcript';
import { alignScenes, type SceneView, type SummaryState } from './align-scenes';
import { hashOfParts, ofLevel, type Summary, type SummaryBook, type SummaryLevel } from './summary';

/** A chapter or an arc beside the summaries of which it tells. */
export interface RollUpView {
  readonly summary: Summary;
  readonly state: SummaryState;
  /** Those of its parts that are still there. */
  readonly parts: readonly Summary[];
}

/** The summaries of a chat beside the chat as it is now. */
export interface BookView {
  readonly scenes: readonly SceneView[];
  readonly chapters: readonly RollUpView[];
  readonly arcs: readonly RollUpView[];
  /** The messages at the end that no scene tells of. */
  readonly tail: readonly TranscriptMessage[];
}

/** Looks at the summaries of a chat beside its messages. */
export function viewBook(book: SummaryBook, messages: readonly TranscriptMessage[]): BookView {
  const { scenes, tail } = alignScenes(ofLevel(book, 'scene'), messages);
  const chapters = rollUps(book, 'chapter', scenes);
  return { scenes, tail, chapters, arcs: rollUps(book, 'arc', chapters) };
}

function rollUps(
  book: SummaryBook,
  level: SummaryLevel,
  below: readonly { readonly summary: Summary; readonly state: SummaryState }[],
): readonly RollUpView[] {
  const byId = new Map(below.map((view) => [view.summary.id, view]));
  return ofLevel(book, level).map((summary) => {
    const parts = summary.parts.flatMap((id) => byId.get(id) ?? []).filter(({ state }) => state !== 'gone');
    const isFresh = parts.every(({ state }) => state === 'fresh') && hashOfParts(parts.map(partOf)) === summary.hash;
    const state = parts.length === 0 ? 'gone' : isFresh ? 'fresh' : 'stale';
    return { summary, state, parts: parts.map(partOf) };
  });
}

function partOf({ summary }: { readonly summary: Summary }): Summary {
  return summary;
}
