import { describe, expect, test } from 'vitest';
import { compareTurns, isChanged, type ComparedTurn } from './compare-turns';

const entry = (id: string, injected: boolean, tokens = 10) => ({
  id,
  title: id.toUpperCase(),
  path: `${id}.md`,
  tokens,
  injected,
});
const decision = (id: string, verdict: 'kept' | 'refused', detail: string, reason = 'key') => ({
  entry: id,
  verdict,
  detail,
  reason,
});

const before: ComparedTurn = {
  entries: [entry('fox', true), entry('owl', false), entry('mill', true), entry('quay', true, 40)],
  decisions: [
    decision('fox', 'kept', 'Found “fox”.'),
    decision('owl', 'refused', '', 'cooldown'),
    decision('mill', 'kept', 'Found “mill”.'),
  ],
  injections: [
    { position: 'before', entries: ['fox', 'mill'] },
    { position: 'in_chat', depth: 4, role: 'system', entries: ['quay'] },
  ],
};
const after: ComparedTurn = {
  entries: [entry('owl', true), entry('mill', false), entry('quay', true, 55)],
  decisions: [decision('owl', 'kept', 'Found “owl”.'), decision('mill', 'refused', 'No room was left.', 'over_budget')],
  injections: [{ position: 'after', entries: ['owl', 'quay'] }],
};

describe('two turns compared', () => {
  const { came, went, stayed } = compareTurns(before, after);

  test('tell what came in, with the reason on both sides', () => {
    expect(came).toMatchObject([
      { id: 'owl', why: 'Found “owl”.', whyBefore: 'It was injected a few turns ago and is resting.' },
    ]);
  });

  test('tell what fell out, whether it was refused or nothing brought it in', () => {
    expect(went.map(({ id, why, whyBefore }) => [id, why, whyBefore])).toEqual([
      ['fox', expect.stringContaining('None of its keys'), 'Found “fox”.'],
      ['mill', 'No room was left.', 'Found “mill”.'],
    ]);
  });

  test('tell what moved and takes other tokens', () => {
    expect(stayed).toMatchObject([
      {
        ...{ id: 'quay', tokens: 55, tokensBefore: 40 },
        moved: { from: { position: 'in_chat', depth: 4, role: 'system' }, to: { position: 'after' } },
      },
    ]);
    expect(stayed.map(isChanged)).toEqual([true]);
  });
});

test('the same turn has no change', () => {
  const { came, went, stayed } = compareTurns(before, before);
  expect([came, went, stayed.filter(isChanged)]).toEqual([[], [], []]);
  expect(stayed).toHaveLength(3);
});

test('an entry that was renamed is the same entry', () => {
  const renamed: ComparedTurn = {
    ...before,
    entries: before.entries.map((one) => (one.id === 'fox' ? { ...one, id: 'vixen' } : one)),
    injections: [{ position: 'before', entries: ['vixen', 'mill'] }, ...before.injections.slice(1)],
  };
  const { came, went, stayed } = compareTurns(before, renamed, (id) => (id === 'fox' ? 'vixen' : id));
  expect([came, went]).toEqual([[], []]);
  expect(stayed.map(({ id, moved }) => [id, moved])).toContainEqual(['vixen', undefined]);
});
