import { describe, expect, it } from 'vitest';
import {
  noteOf,
  readNote,
  removeNote,
  unionOfNotes,
  withMoved,
  withUndelivered,
  writeNote,
  type InjectionRecord,
} from './message-note';
import { answer } from './testing/answers';

const noteWith = (g: string, e: InjectionRecord['e']) => noteOf(answer(g, { record: { v: 1, g, e } }), []);

it('survives the way through a chat file', () => {
  const extra = { api: 'custom' };
  const note = noteOf(answer('g1'), ['Old texts were left out.']);
  writeNote(extra, note);
  expect(readNote(JSON.parse(JSON.stringify(extra)) as typeof extra)).toEqual(note);
  removeNote(extra);
  expect(extra).toEqual({ api: 'custom' });
});

it('keeps what was moved and what was lost', () => {
  const planned = { injection: 'i', key: 'k', value: 'v', place: 'author note top', entries: ['e1'] };
  const prompt = { ...planned, position: 0, depth: 4, role: 0, moved: { to: 'after', cause: 'It is not due.' } };
  const lost = { injection: 'j', place: 'before', cause: 'It is full.', entries: ['e2'] };
  const note = withUndelivered(withMoved(noteOf(answer('g1'), []), [prompt]), [lost]);
  const extra = {};
  writeNote(extra, note);
  const { moved, undelivered } = readNote(JSON.parse(JSON.stringify(extra)) as typeof extra)!.summary;
  expect(moved).toEqual([{ place: 'author note top', to: 'after', cause: 'It is not due.', entries: ['e1'] }]);
  expect(undelivered).toEqual([{ place: 'before', cause: 'It is full.', entries: ['e2'] }]);
});

it('keeps in figures what other plugins did', () => {
  const report = { stage: 'selection' as const, detail: '', milliseconds: 7, changed: [] };
  const hooks = [
    { ...report, id: 'dice:a', outcome: 'changed', added: ['e2', 'e3'], removed: ['e4'], tokens: -12 },
    { ...report, id: 'dice:b', outcome: 'failed', added: [], removed: [], tokens: 0 },
  ];
  const note = noteOf(answer('g1', { summary: { ...answer('g1').summary, hooks } }), []);
  const extra = {};
  writeNote(extra, note);
  const read = readNote(JSON.parse(JSON.stringify(extra)) as typeof extra)!.summary.hooks;
  expect(read).toEqual([
    { id: 'dice:a', outcome: 'changed', added: 2, removed: 1, changed: 0, tokens: -12, milliseconds: 7 },
    { id: 'dice:b', outcome: 'failed', added: 0, removed: 0, changed: 0, tokens: 0, milliseconds: 7 },
  ]);
  expect(unionOfNotes(note, noteOf(answer('g2'), [])).summary.hooks).toEqual(read);
  const many = Array.from({ length: 50 }, () => hooks[0]!);
  expect(noteOf(answer('g1', { summary: { ...answer('g1').summary, hooks: many } }), []).summary.hooks).toHaveLength(
    20,
  );
});

it('keeps a bounded number of entries and words', () => {
  const [entry] = answer('g1').entries;
  const many = Array.from({ length: 500 }, (_, index) => ({ ...entry!, id: `e${String(index)}` }));
  const note = noteOf(
    answer('g1', {
      entries: many.map((one) => ({ ...one, matched: Array.from({ length: 50 }, (_, at) => `word ${String(at)}`) })),
    }),
    [],
  );
  expect(note.summary.entries).toHaveLength(40);
  expect(note.summary.entries[0]?.matched).toHaveLength(6);
});

describe('reading', () => {
  it.each([
    ['nothing', undefined],
    ['no object', 'x'],
    ['no record', { summary: {} }],
    ['a record of another version', { record: { v: 2, g: 'g', e: [] } }],
    ['a record without a generation', { record: { v: 1, e: [] } }],
  ])('finds no note in %s', (_name, stored) => {
    expect(readNote({ lorehearth: stored })).toBeUndefined();
  });

  it('keeps the good entries of a damaged record and makes up for a damaged summary', () => {
    const stored = {
      record: { v: 1, g: 'g', e: [['a', 1, 'h'], ['b'], 'c', ['d', -1, 'h']] },
      summary: { tokens: 'x' },
    };
    const note = readNote({ lorehearth: stored });
    expect(note?.record.e).toEqual([['a', 1, 'h']]);
    expect(note?.summary).toMatchObject({ tokens: 0, entries: [], warnings: [] });
  });
});

it('joins the lore of both parts of a continued reply', () => {
  const joined = unionOfNotes(
    noteWith('g1', [
      ['a', 1, 'old'],
      ['b', 2, 'h'],
    ]),
    noteWith('g2', [
      ['a', 2, 'new'],
      ['c', 1, 'h'],
    ]),
  );
  expect(joined.record).toEqual({
    v: 1,
    g: 'g1',
    e: [
      ['a', 3, 'new'],
      ['b', 2, 'h'],
      ['c', 1, 'h'],
    ],
  });
  expect(joined.summary.injected).toBe(2);
});
