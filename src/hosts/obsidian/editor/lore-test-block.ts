import { setIcon, type MarkdownPostProcessorContext, type Plugin } from 'obsidian';
import type { TestRun } from '../../../core/engine/lore-test-runs';
import type { TestResult } from '../../../core/lab/lore-test';
import type { HostSlot } from '../host-slot';

/** Shows a `lore-test` block with how its tests went, in reading view and in live preview. */
export function addLoreTestBlock(plugin: Plugin, slot: HostSlot): void {
  plugin.registerMarkdownCodeBlockProcessor('lore-test', (source, element, context) =>
    showTests(source, element, context, slot),
  );
}

async function showTests(
  source: string,
  element: HTMLElement,
  { sourcePath }: MarkdownPostProcessorContext,
  slot: HostSlot,
): Promise<void> {
  const box = element.createDiv({ cls: 'lorehearth lh-test-block' });
  const { host } = slot;
  if (host === undefined) {
    box.createEl('pre', { text: source });
    return;
  }
  const status = box.createDiv({ cls: 'lh-muted', text: 'Running the lore test' });
  const run = await host.engine.lab.tests.runSource(source, sourcePath).catch(() => undefined);
  status.remove();
  if (run === undefined) box.createDiv({ text: 'The lore test could not be run.' });
  else fill(box, run);
}

function fill(box: HTMLElement, { results, problems }: TestRun): void {
  for (const { message } of problems) line(box, 'circle-alert', 'error', message);
  for (const result of results) showResult(box, result);
  if (results.length + problems.length === 0)
    box.createDiv({ cls: 'lh-muted', text: 'There is no test in this block.' });
}

function showResult(box: HTMLElement, { test, state, sentence, checks, injected }: TestResult): void {
  const isPassed = state === 'passed';
  const words = { passed: 'passed', failed: 'failed', broken: 'could not run' }[state];
  line(box, isPassed ? 'circle-check' : 'circle-alert', isPassed ? 'good' : 'error', `${test.name}: ${words}`);
  if (sentence !== undefined) box.createDiv({ text: sentence });
  for (const { subject, why } of checks.filter(({ isMet }) => !isMet)) box.createDiv({ text: `${subject}. ${why}` });
  if (state === 'failed') box.createDiv({ cls: 'lh-muted', text: `In the turn: ${injected.join(', ') || 'nothing'}` });
}

function line(box: HTMLElement, icon: string, tone: 'good' | 'error', text: string): void {
  const row = box.createDiv({ cls: `lh-lab-head lh-tone-${tone}` });
  setIcon(row.createSpan(), icon);
  row.createSpan({ text });
}
