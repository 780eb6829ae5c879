import { describe, expect, test } from 'vitest';
import { sampleEntries } from '../../../tests/browser/support/scripted-lore';
import { scene } from '../../../tests/browser/support/sample-world';
import { turnOf } from '../../../tests/browser/support/why-world';
import { entryTrail } from './entry-trail';
import { evidenceOf, focused } from './snippets';
import { turnDiff } from './turn-diff';
import { evidenceFor, searchReport, turnReport } from './turn-report';

const trace = turnOf(sampleEntries, scene, { turn: 42 });
const report = turnReport(trace);
const entryOf = (id: string) => report.byId.get(id) ?? expect.fail(`There is no ${id}.`);

describe('the report of a turn', () => {
  test('has what went in by place and what was refused by reason', () => {
    expect(report.places.map(({ words, entries }) => [words, entries.map(({ title }) => title)])).toEqual([
      ['Before the main prompt', ['Harbor law']],
      ['Before the character', ['Maren Tull']],
      ['After the main prompt', ['Lantern Quay']],
      ['In chat, depth 4, system', ['The drowned bell']],
    ]);
    expect(report.refused).toMatchObject([
      {
        reason: 'secondary_keys_not_met',
        label: 'Secondary keys',
        sentence: 'A key matched, but the secondary keys did not agree.',
        entries: [{ title: 'Regent’s toll' }],
      },
    ]);
  });

  test('is searched in titles, paths, reasons, facts and words that were found', () => {
    const titles = (words: string) => {
      const { places, refused } = searchReport(report, words);
      return [...places, ...refused].flatMap(({ entries }) => entries.map(({ title }) => title));
    };
    expect(titles('MAREN')).toEqual(['Maren Tull']);
    expect(titles('always selected')).toEqual(['Harbor law']);
    expect(titles('secondary coin')).toEqual(['Regent’s toll']);
    expect(titles('lanterns')).toEqual(['Lantern Quay']);
    expect(titles('nowhere')).toEqual([]);
    expect(searchReport(report, '  ')).toBe(report);
  });
});

describe('the evidence of an entry', () => {
  test('marks its words in the message, and says who wrote it', () => {
    const { snippets, loose } = evidenceFor(entryOf('id-lantern-quay'), trace.texts);
    expect(loose).toEqual([]);
    expect(snippets).toMatchObject([{ from: 'Mara · message 41' }]);
    expect(snippets[0]?.marks.map(({ start, end }) => scene.slice(start, end))).toEqual(['Lantern Quay', 'lanterns']);
  });

  const match = { key: 'fox', matched: 'fox', where: 3, start: 100, end: 103 };
  const text = { where: 3, name: 'Vesk', role: 'assistant' as const };

  test('keeps words whose surroundings are not known, once', () => {
    expect(evidenceOf([match, { ...match, matched: 'Fox', start: 0 }], [])).toEqual({
      snippets: [],
      loose: [{ matched: 'Fox', key: 'fox' }],
    });
    const elsewhere = [{ ...text, pieces: [{ start: 90, text: 'the cat is here now' }] }];
    expect(evidenceOf([match], elsewhere)).toMatchObject({ snippets: [], loose: [{ matched: 'fox' }] });
  });

  test('has messages newest first and before other texts, which have names of their own', () => {
    const at = (where: number | string) => ({ ...match, where, start: 4, end: 7 });
    const pieces = [{ start: 0, text: 'the fox' }];
    const texts = [
      { ...text, pieces },
      { where: 12, name: 'Mara', role: 'user' as const, pieces },
      { where: 'abc', name: 'The forest', pieces },
      { where: 'scenario', name: '', pieces },
    ];
    const { snippets } = evidenceOf([at(3), at(12), at('abc'), at('scenario')], texts);
    expect(snippets.map(({ from }) => from)).toEqual([
      'Mara · message 12',
      'Vesk · message 3',
      'Scenario',
      'Text of “The forest”',
    ]);
  });

  test('can be brought to its first word without losing a mark', () => {
    const long = `${'word '.repeat(40)}fox and fox`;
    const marks = [200, 208].map((start) => ({ start, end: start + 3 }));
    const short = focused({ id: 'x', from: '', text: long, marks, isCut: false });
    expect(short.text.length).toBeLessThan(70);
    expect(short.isCut).toBe(true);
    expect(short.marks.map(({ start, end }) => short.text.slice(start, end))).toEqual(['fox', 'fox']);
  });
});

describe('the way of an entry', () => {
  test('goes through every stage that judged it, in their order', () => {
    const steps = entryTrail(entryOf('id-maren-tull'), trace);
    expect(steps.map(({ stage, verdict }) => `${stage} ${verdict}`)).toEqual([
      'keywords kept',
      'filters passed',
      'groups passed',
      'gating passed',
      'budget passed',
      'format passed',
    ]);
  });

  test('ends where it was refused', () => {
    const steps = entryTrail(entryOf('id-regent-s-toll'), trace);
    expect(steps.at(-1)).toMatchObject({ stage: 'keywords', verdict: 'refused' });
    expect(steps.map(({ verdict }) => verdict)).not.toContain('passed');
  });
});

describe('two turns', () => {
  const before = turnOf(sampleEntries, 'A toll for the barge. Maren waits.', { turn: 40 });

  test('differ by what came, went and stayed, each with its reason', () => {
    const { came, went, stayed } = turnDiff(before, trace);
    expect(came.map(({ title }) => title)).toEqual(['Lantern Quay', 'The drowned bell']);
    expect(went).toMatchObject([
      { title: 'Regent’s toll', why: 'None of its secondary keys (coin, barge) stands in the text.' },
    ]);
    expect(stayed.map(({ title, moved }) => [title, moved])).toEqual([
      ['Harbor law', undefined],
      ['Maren Tull', undefined],
    ]);
  });

  test('tell where an entry moved', () => {
    const injections = trace.injections.map((one) =>
      one.position === 'before' ? { ...one, position: 'after' as const } : one,
    );
    const { stayed } = turnDiff(trace, { ...trace, injections });
    expect(stayed.find(({ title }) => title === 'Harbor law')?.moved).toEqual({
      from: 'Before the main prompt',
      to: 'After the main prompt',
    });
  });

  test('are equal when they are the same', () => {
    expect(turnDiff(trace, trace)).toMatchObject({ came: [], went: [], stayed: { length: 4 } });
  });
});
