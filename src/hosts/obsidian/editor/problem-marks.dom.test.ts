import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorInfoField } from 'obsidian';
import { afterEach, describe, expect, it } from 'vitest';
import { entryProblem, type EntryProblem } from '../../../core/lore/entry-problem';
import { ProblemMarks } from './problem-marks';

const path = 'Keep.md';
const note = '---\nkeys: [a]\nprobabilty: 5\nrole: king\n---\nText';
const at = (line: number, text = ''): EntryProblem =>
  entryProblem('value-not-understood', { path, line }, text, 'A word');

let editor: EditorView | undefined;
afterEach(() => editor?.destroy());

function edit(problems: () => readonly EntryProblem[]): { readonly view: EditorView; readonly marks: ProblemMarks } {
  const marks = new ProblemMarks((asked) => (asked === path ? problems() : []));
  const info = editorInfoField.init(() => ({ file: { path } }) as never);
  const view = new EditorView({ state: EditorState.create({ doc: note, extensions: [info, marks.extension] }) });
  editor = view;
  return { view, marks };
}

const marked = (view: EditorView): readonly string[] =>
  [...view.dom.querySelectorAll('.lh-marked-words')].map((element) => element.textContent);
const lines = (view: EditorView): number => view.dom.querySelectorAll('.lh-marked-line').length;

describe('marks of problems', () => {
  it('stand at the words that a problem is about, else at the whole line', () => {
    const { view } = edit(() => [at(4, 'king'), at(3, 'not in the line')]);
    expect(marked(view)).toEqual(['probabilty: 5', 'king']);
    expect(lines(view)).toBe(2);
    expect(view.dom.querySelector('.lh-marked-words')?.getAttribute('aria-label')).toContain('A word is expected');
  });

  it('are one for each line, and the worst gives the color', () => {
    const info = entryProblem('property-near-miss', { path, line: 3 }, 'probabilty', 'probability');
    const { view } = edit(() => [info, at(3, '5')]);
    expect(lines(view)).toBe(1);
    expect(view.dom.querySelector('.lh-marked-line')?.className).toContain('lh-marked-warning');
  });

  it('of lines that are not there any more stand on the last line', () => {
    const { view } = edit(() => [at(400)]);
    expect(marked(view)).toEqual(['Text']);
  });

  it('move along while the note is written, and follow the index', () => {
    let problems: readonly EntryProblem[] = [at(4, 'king')];
    const { view, marks } = edit(() => problems);
    view.dispatch({ changes: { from: 4, insert: 'title: Keep\n' } });
    expect(marked(view)).toEqual(['king']);
    problems = [];
    marks.refresh();
    expect(lines(view)).toBe(0);
  });

  it('are forgotten with their editor', () => {
    const { view, marks } = edit(() => []);
    view.destroy();
    expect(() => marks.refresh()).not.toThrow();
  });
});
