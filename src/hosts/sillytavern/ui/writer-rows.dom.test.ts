import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteOf, writeNote } from '../message-note';
import { writePart } from '../message-parts';
import { MissedTurns } from '../missed-turns';
import { writeNotes } from '../notepad/message-notes';
import { answer } from '../testing/answers';
import { FakeTavern, message, type FakeMessage } from '../testing/fake-tavern';
import type { ToolUse } from '../tools/tool-use';
import { LoreChips } from './chip';
import { element } from './element';
import { WriterRows } from './writer-rows';

let tavern: FakeTavern;
let rows: WriterRows;

const search: ToolUse = {
  kind: 'search',
  queries: ['keep', 'silver'],
  outcome: 'found',
  entries: [
    { title: 'Keep', form: 'full' },
    { title: 'Moor', form: 'summary' },
  ],
};
const nothing: ToolUse = { kind: 'search', queries: ['guild'], outcome: 'nothing', entries: [], gap: 'guild' };
const flag: ToolUse = { kind: 'flag', title: 'Salt Guild', reason: 'Who leads it?', update: false, outcome: 'noted' };

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
const row = (): HTMLDetailsElement | null => document.querySelector('.lorehearth-writer');
const face = (): string | undefined => row()?.querySelector('summary')?.textContent;
const items = (): string[] =>
  [...document.querySelectorAll('.lorehearth-writer-work li')].map((item) =>
    [...item.querySelectorAll('div > div')].map(({ textContent }) => textContent).join(' | '),
  );

async function show(uses: readonly ToolUse[], notes = ''): Promise<FakeMessage> {
  const reply = message('Ilse', 'Aye.');
  if (uses.length > 0) writePart(reply.extra, 'tools', uses);
  writeNotes(reply.extra, notes);
  tavern.chat.push(reply);
  const drawn = tavern.chat.map((_, index) =>
    element('div', {
      class: 'mes',
      attributes: { mesid: String(index) },
      children: [element('div', { class: 'mes_block' })],
    }),
  );
  document.body.replaceChildren(element('div', { attributes: { id: 'chat' }, children: drawn }));
  rows = new WriterRows(tavern.context);
  rows.start();
  await frame();
  return reply;
}

beforeEach(() => {
  tavern = new FakeTavern();
});
afterEach(() => rows.stop());

describe('the row under a reply', () => {
  it('is not there where the AI did nothing besides', async () => {
    await show([]);
    expect(row()).toBeNull();
  });

  it('says in short what was done, and opens to all of it', async () => {
    await show([search, nothing, flag], 'Ilse lies.\nShe limps.');
    expect(face()).toBe('2 lore searches · lore flag · notes');
    expect(row()?.open).toBe(false);
    expect(items()).toEqual([
      'Searched “keep”, “silver” | Found: Keep, Moor (summary).',
      'Searched “guild” | Nothing was found. Noted as a gap: guild.',
      'Flagged as missing: Salt Guild | Who leads it?',
      'Notes | Ilse lies.\nShe limps.',
    ]);
  });

  it.each<[ToolUse, string]>([
    [
      { ...search, outcome: 'limit', entries: [] },
      'Searched “keep”, “silver” | Not done: no search was left in this turn.',
    ],
    [{ ...search, outcome: 'failed', entries: [] }, 'Searched “keep”, “silver” | Not done: Lorehearth did not answer.'],
    [{ ...flag, outcome: 'known' }, 'Flagged as missing: Salt Guild | Who leads it? It was noted before.'],
    [{ ...flag, reason: '', update: true }, 'Flagged as old: Salt Guild'],
  ])('tells how each ended', async (use, text) => {
    await show([use]);
    expect(items()).toEqual([text]);
  });

  it('shows words of the model as words', async () => {
    await show([{ ...flag, title: '<img src=x onerror=alert(1)>' }], '<b>bold</b>');
    expect(document.querySelector('.lorehearth-writer img, .lorehearth-writer b')).toBeNull();
    expect(items()[1]).toBe('Notes | <b>bold</b>');
  });

  it('stays open while the same is shown, follows what is kept, and goes with it', async () => {
    const reply = await show([flag]);
    row()!.open = true;
    rows.refresh();
    await frame();
    expect(row()?.open).toBe(true);
    writePart(reply.extra, 'tools', [flag, search]);
    await tavern.emit('MESSAGE_SWIPED', 1);
    await frame();
    expect(face()).toBe('Lore search · lore flag');
    reply.extra = {};
    rows.refresh();
    await frame();
    expect(row()).toBeNull();
  });

  it('stands below the chip, whichever came first', async () => {
    const reply = await show([flag]);
    writeNote(reply.extra, noteOf(answer('g1'), []));
    const chips = new LoreChips(tavern.context, new MissedTurns(tavern.context));
    chips.start();
    await frame();
    rows.refresh();
    await frame();
    const classes = [...document.querySelector('.mes[mesid="1"] .mes_block')!.children].map(
      ({ className }) => className,
    );
    expect(classes).toEqual(['lorehearth-chip-row', 'lorehearth-writer-row']);
    chips.stop();
  });
});
