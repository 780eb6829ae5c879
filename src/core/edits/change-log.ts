import { isRecord } from '../base/json-value';
import { storedDocuments } from '../documents/stored-documents';
import type { Clock } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import { editTools, type EditOrigin } from './edit-origin';
import { KeptList } from './kept-list';
import { splicesBetween, textLines, withSplices, type Splice } from './text-splices';

/** A change that was made, with what it takes to take it back. */
export interface Change {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly origin: EditOrigin;
  readonly kind: 'change' | 'create' | 'move';
  readonly title: string;
  /** Where the note was afterwards. */
  readonly path: string;
  /** Where it was before it was moved. */
  readonly from?: string;
  /** The text before; '' for a new note. */
  readonly before: string;
  /** What became of its lines. */
  readonly splices: readonly Splice[];
  /** Folders that were made for it. */
  readonly folders: readonly string[];
  readonly state: 'applied' | 'undone';
  /** The proposal that it comes from. */
  readonly proposal?: string;
  /** Id of the change that did it again after it was taken back. */
  readonly redone?: string;
}

const DAY = 86_400_000;
const MOST_CHANGES = 2_000;
/** Characters of all texts together. The newest change is kept, however large. */
const MOST_TEXT = 6_000_000;

/** Keeps changes until they are too old or too many. */
export function changeLog(store: DocumentStore, log: Log, clock: Clock, days: () => number): KeptList<Change> {
  const bounded = (items: readonly Change[]): readonly Change[] => {
    const oldest = clock.now() - days() * DAY;
    let size = 0;
    return items.slice(0, MOST_CHANGES).filter((change, index) => {
      size += sizeOf(change);
      return index === 0 || (size <= MOST_TEXT && change.at >= oldest);
    });
  };
  return new KeptList({ document: storedDocuments.changes, isItem: isChange, bounded }, store, log);
}

/** The steps between two texts, as a change keeps them. */
export function textSteps(before: string, after: string): Pick<Change, 'before' | 'splices'> {
  return { before, splices: splicesBetween(textLines(before), textLines(after)) };
}

/** The text that a change made. */
export function textAfter({ before, splices }: Change): string {
  return withSplices(textLines(before), splices).join('');
}

function sizeOf({ before, splices }: Change): number {
  return splices.reduce(
    (sum, { removed, added }) => sum + removed.join('').length + added.join('').length,
    before.length,
  );
}

function isChange(value: unknown): value is Change {
  if (!isRecord(value) || !isRecord(value['origin'])) return false;
  const { origin, splices, folders, at } = value;
  const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((item) => typeof item === 'string');
  return (
    ['id', 'title', 'path', 'before'].every((name) => typeof value[name] === 'string') &&
    typeof at === 'number' &&
    ['change', 'create', 'move'].includes(String(value['kind'])) &&
    ['applied', 'undone'].includes(String(value['state'])) &&
    editTools.some((one) => one === origin['tool']) &&
    isTexts(folders) &&
    Array.isArray(splices) &&
    splices.every(
      (one) => isRecord(one) && typeof one['at'] === 'number' && isTexts(one['removed']) && isTexts(one['added']),
    )
  );
}
