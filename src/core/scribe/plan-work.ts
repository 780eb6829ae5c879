import type { TranscriptMessage } from '../transcripts/transcript';
import type { RollUpView, BookView } from './book-view';
import { splitScenes, type SceneSplit } from './split-scenes';
import type { CoveredMessage, Summary, SummaryLevel } from './summary';

/** One thing to do for the summaries of a chat. */
export type ScribeStep =
  /** Nothing is left of what they tell. */
  | { readonly kind: 'drop'; readonly summaries: readonly Summary[] }
  /** All that is left of its messages is hidden: there is nothing to read, and it stays as it is. */
  | { readonly kind: 'adjust'; readonly summary: Summary; readonly covered: readonly CoveredMessage[] }
  /** Messages become a scene; `replaces` is the one that told of them before. */
  | {
      readonly kind: 'scene';
      readonly replaces: Summary | undefined;
      readonly messages: readonly TranscriptMessage[];
      readonly covered: readonly CoveredMessage[];
      readonly hasHidden: boolean;
    }
  /** Summaries become one of the level above. */
  | {
      readonly kind: 'roll-up';
      readonly level: 'chapter' | 'arc';
      readonly replaces: Summary | undefined;
      readonly parts: readonly Summary[];
    };

/** What is wanted of a run. */
export interface WorkOrder extends SceneSplit {
  /** Whether scenes are written that no mark has ended. */
  readonly closes: boolean;
  /** Index of the last message that is written of: what is played meanwhile waits for the next run. */
  readonly until: number;
  /** How many scenes make a chapter, and chapters an arc; 0 for no chapters. */
  readonly rollUp: number;
  /** Only this one is written, whatever its state. */
  readonly only?: string | undefined;
}

/** Everything that is to be done now, what others depend on first. Chapters of scenes that are not written yet are not among it. */
export function planWork(view: BookView, order: WorkOrder): readonly ScribeStep[] {
  if (order.only !== undefined) return onlyStep(view, order.only);
  const gone = [...view.scenes, ...view.chapters, ...view.arcs].filter(({ state }) => state === 'gone');
  const drop = gone.length === 0 ? [] : [{ kind: 'drop' as const, summaries: gone.map(({ summary }) => summary) }];
  const scenes = [
    ...view.scenes.flatMap((scene) => (scene.state === 'stale' ? [sceneStep(scene)] : [])),
    ...newScenes(view, order),
  ];
  if (drop.length + scenes.length > 0) return [...drop, ...scenes];
  const chapters = rollUpSteps(
    'chapter',
    view.scenes.map(({ summary }) => summary),
    view.chapters,
    order.rollUp,
  );
  if (chapters.length > 0) return chapters;
  return rollUpSteps(
    'arc',
    view.chapters.map(({ summary }) => summary),
    view.arcs,
    order.rollUp,
  );
}

/** Scenes of what no summary tells yet, those that a mark has ended first. */
export function splitTail(view: BookView, order: Pick<WorkOrder, 'until' | keyof SceneSplit>) {
  return splitScenes(
    view.tail.filter(({ index }) => index <= order.until),
    order,
  );
}

function newScenes(view: BookView, order: WorkOrder): readonly ScribeStep[] {
  const { closed, open } = splitTail(view, order);
  return [...closed, ...(order.closes ? open : [])].map((messages) => ({
    kind: 'scene',
    replaces: undefined,
    messages,
    covered: messages.map(({ index, print }) => ({ index, print })),
    hasHidden: false,
  }));
}

function sceneStep({ summary, messages, covered, hasHidden }: BookView['scenes'][number]): ScribeStep {
  if (messages.length === 0) return { kind: 'adjust', summary, covered };
  return { kind: 'scene', replaces: summary, messages, covered, hasHidden };
}

function rollUpSteps(
  level: 'chapter' | 'arc',
  below: readonly Summary[],
  known: readonly RollUpView[],
  most: number,
): readonly ScribeStep[] {
  const redone = known.flatMap(({ state, summary, parts }) =>
    state === 'stale' ? [{ kind: 'roll-up' as const, level, replaces: summary, parts }] : [],
  );
  if (most === 0) return redone;
  const taken = new Set(known.flatMap(({ summary }) => summary.parts));
  const free = below.filter(({ id }) => !taken.has(id));
  const made = Array.from({ length: Math.floor(free.length / most) }, (_, at) => ({
    ...{ kind: 'roll-up' as const, level, replaces: undefined },
    parts: free.slice(at * most, (at + 1) * most),
  }));
  return [...redone, ...made];
}

function onlyStep(view: BookView, id: string): readonly ScribeStep[] {
  const scene = view.scenes.find(({ summary }) => summary.id === id);
  if (scene) return scene.state === 'gone' ? [{ kind: 'drop', summaries: [scene.summary] }] : [sceneStep(scene)];
  const levels: readonly (readonly [Exclude<SummaryLevel, 'scene'>, readonly RollUpView[]])[] = [
    ['chapter', view.chapters],
    ['arc', view.arcs],
  ];
  return levels.flatMap(([level, views]): readonly ScribeStep[] => {
    const found = views.find(({ summary }) => summary.id === id);
    if (!found) return [];
    if (found.state === 'gone') return [{ kind: 'drop', summaries: [found.summary] }];
    return [{ kind: 'roll-up', level, replaces: found.summary, parts: found.parts }];
  });
}
