import { readNotes } from '../notepad/message-notes';
import type { ReadContext } from '../tavern-context';
import { readToolUses } from '../tools/tool-use';
import { chipRowClass } from './chip';
import { element, icon } from './element';
import { MessageRows } from './message-rows';
import { useText, workText, type WriterWork } from './writer-text';

/** Shows under every reply what the AI that wrote it searched, found, flagged and noted. */
export class WriterRows {
  readonly #rows: MessageRows;

  constructor(context: ReadContext) {
    this.#rows = new MessageRows({
      context,
      rowClass: 'lorehearth-writer-row',
      after: chipRowClass,
      contentOf: ({ extra }) => {
        const work = { uses: readToolUses(extra), notes: readNotes(extra) };
        if (work.uses.length === 0 && work.notes === '') return undefined;
        return { signature: JSON.stringify(work), draw: () => drawWork(work) };
      },
    });
  }

  start(): void {
    this.#rows.start();
  }

  stop(): void {
    this.#rows.stop();
  }

  /** Something was kept on a message that SillyTavern does not know of. */
  refresh(): void {
    this.#rows.refreshSoon();
  }
}

function drawWork(work: WriterWork): HTMLElement {
  const { uses, notes } = work;
  const sign = uses.length > 0 ? 'magnifying-glass' : 'note-sticky';
  const summary = element('summary', {
    class: 'lorehearth-chip lorehearth-writer-face',
    title: 'Show what the AI looked up, flagged and noted',
    children: [icon(sign), element('span', { text: workText(work) })],
  });
  const items = uses.map((use) => {
    const { title, outcome } = useText(use);
    return workItem(use.kind === 'search' ? 'magnifying-glass' : 'flag', title, outcome);
  });
  const noted = notes === '' ? [] : [workItem('note-sticky', 'Notes', notes)];
  const list = element('ul', { class: 'lorehearth-writer-work', children: [...items, ...noted] });
  return element('details', { class: 'lorehearth-writer', children: [summary, list] });
}

function workItem(sign: string, title: string, text: string): HTMLElement {
  const words = [
    element('div', { class: 'lorehearth-entry-title', text: title }),
    text === '' ? undefined : element('div', { class: 'lorehearth-writer-words', text }),
  ];
  return element('li', { children: [icon(sign), element('div', { children: words })] });
}
