import type { Plugin } from 'obsidian';
import type { PanelTarget } from '../../../ui/panels';
import { followEngine } from '../follow-engine';
import type { HostSlot } from '../host-slot';
import { addLoreTestBlock } from './lore-test-block';
import { NoteChip } from './note-chip';
import { NoteProblems } from './note-problems';
import { ProblemMarks } from './problem-marks';
import { PropertySuggest } from './property-suggest';

/** How long changes of the index are gathered before the marks are drawn anew, in milliseconds. */
const GATHER = 200;

/** What helps in the editor of lore notes: suggestions, marks of problems, and a chip in the status bar. */
export function addLoreEditor(plugin: Plugin, slot: HostSlot, show: (target: PanelTarget) => void): void {
  const problems = new NoteProblems(slot);
  const marks = new ProblemMarks((path) => problems.of(path));
  const chip = new NoteChip(plugin, { slot, problems, show });
  let timer: number | undefined;
  const refresh = (): void => {
    timer ??= window.setTimeout(() => {
      timer = undefined;
      problems.forget();
      marks.refresh();
      chip.refresh();
    }, GATHER);
  };
  addLoreTestBlock(plugin, slot);
  plugin.registerEditorSuggest(new PropertySuggest(plugin.app, slot));
  plugin.registerEditorExtension(marks.extension);
  plugin.register(
    followEngine(slot, ({ kind }) => {
      if (kind === 'index-changed' || kind === 'health-changed' || kind === 'settings-changed') refresh();
    }),
  );
  plugin.register(() => window.clearTimeout(timer));
}
