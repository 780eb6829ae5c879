import { RangeSetBuilder, type EditorState, type Extension, type Text } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { editorInfoField } from 'obsidian';
import type { EntryProblem, Severity } from '../../../core/lore/entry-problem';

/** A problem as it is marked: its kind does not matter. */
type MarkedProblem = Omit<EntryProblem, 'code'>;

type ProblemsOf = (path: string) => readonly MarkedProblem[];

/** Marks the problems of the note in each editor that shows one. */
export class ProblemMarks {
  readonly extension: Extension;
  readonly #editors = new Set<EditorMarks>();

  constructor(problemsOf: ProblemsOf) {
    const leave = (marks: EditorMarks): void => {
      this.#editors.delete(marks);
    };
    const enter = (view: EditorView): EditorMarks => {
      const marks = new EditorMarks(view, problemsOf, leave);
      this.#editors.add(marks);
      return marks;
    };
    this.extension = ViewPlugin.define(enter, { decorations: (marks) => marks.decorations });
  }

  /** Draws the marks of all editors by the newest problems. */
  refresh(): void {
    for (const editor of [...this.#editors]) editor.refresh();
  }
}

/** The marks of one editor. */
class EditorMarks {
  decorations: DecorationSet;
  #path: string;
  #isStale = false;

  constructor(
    private readonly view: EditorView,
    private readonly problemsOf: ProblemsOf,
    private readonly leave: (marks: EditorMarks) => void,
  ) {
    this.#path = pathOf(view.state);
    this.decorations = marksOf(view.state.doc, problemsOf(this.#path));
  }

  refresh(): void {
    this.#isStale = true;
    this.view.dispatch({});
  }

  update({ state, docChanged, changes }: ViewUpdate): void {
    const path = pathOf(state);
    if (this.#isStale || path !== this.#path) {
      this.#isStale = false;
      this.#path = path;
      this.decorations = marksOf(state.doc, this.problemsOf(path));
    } else if (docChanged) {
      // What is typed is judged when it is saved; until then the marks move along.
      this.decorations = this.decorations.map(changes);
    }
  }

  destroy(): void {
    this.leave(this);
  }
}

/** For each line with problems a mark at its edge, and one at the words that the first of them is about. */
export function marksOf(text: Text, problems: readonly MarkedProblem[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const [number, found] of byLine(problems, text.lines)) {
    const line = text.line(number);
    const worst = severities.find((one) => found.some(({ severity }) => severity === one)) ?? 'info';
    builder.add(line.from, line.from, Decoration.line({ class: `lh-marked-line lh-marked-${worst}` }));
    const { from, to } = markedPart(line.text, found);
    const attributes = tooltip(found.map(({ message }) => message).join('\n'));
    if (to > from)
      builder.add(line.from + from, line.from + to, Decoration.mark({ class: 'lh-marked-words', attributes }));
  }
  return builder.finish();
}

const severities: readonly Severity[] = ['error', 'warning', 'info'];

function byLine(
  problems: readonly MarkedProblem[],
  lines: number,
): readonly (readonly [number, readonly MarkedProblem[]])[] {
  const found = new Map<number, MarkedProblem[]>();
  for (const problem of problems) {
    const line = Math.min(Math.max(1, problem.line), lines);
    found.set(line, [...(found.get(line) ?? []), problem]);
  }
  return [...found].sort(([a], [b]) => a - b);
}

/** The user's own words where they stand in the line, else the whole line. */
function markedPart(line: string, problems: readonly MarkedProblem[]): { readonly from: number; readonly to: number } {
  for (const { text } of problems) {
    const from = text === '' ? -1 : line.indexOf(text);
    if (from >= 0) return { from, to: from + text.length };
  }
  return { from: line.length - line.trimStart().length, to: line.trimEnd().length };
}

/** The app shows the label of whatever is pointed at. */
function tooltip(words: string): Record<string, string> {
  return { 'aria-label': words, 'data-tooltip-position': 'bottom' };
}

function pathOf(state: EditorState): string {
  return state.field(editorInfoField, false)?.file?.path ?? '';
}
