import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frequencyOf, gapKinds, gapUrgencies, type Gap } from './gap';
import { addSighting } from './gap-list';
import { higherUrgency, mergeSighting } from './merge-gap';
import { readGaps } from './read-gap';
import { gapOf, type GapSighting } from './sighting';
import { isAlike, likeness } from './title-likeness';

const titles = fc.constantFrom(
  'Ossa',
  'Captain Ossa',
  'the Silver Order',
  'Silver Order',
  'Order of the Tide',
  'Port Salt',
  'Salt',
  '潮汐之书',
);

const sighting: fc.Arbitrary<GapSighting> = fc.record({
  chat: fc.constant('c'),
  kind: fc.constantFrom(...gapKinds),
  title: titles,
  reason: fc.constantFrom('', 'It was named.'),
  urgency: fc.constantFrom(...gapUrgencies),
  origin: fc.constantFrom('writer' as const, 'search' as const, 'librarian' as const, 'user' as const),
  evidence: fc.array(
    fc.record({
      quote: fc.constantFrom('a', 'b', 'c'),
      message: fc.option(fc.nat(5), { nil: undefined }),
      name: fc.constant(''),
    }),
    { maxLength: 3 },
  ),
});

const scan = fc.nat(20).map((mentions): GapSighting => {
  const found = { mentions: mentions + 1, forms: [], shape: 'word' };
  return {
    ...{ chat: 'c', kind: 'missing', title: 'Ossa', reason: '', urgency: 'low', origin: 'scan' },
    evidence: [],
    scan: found,
  };
});

function meet(sightings: readonly GapSighting[]): readonly Gap[] {
  return sightings.reduce<readonly Gap[]>(
    (gaps, one, at) => addSighting(gaps, one, { id: String(at), now: at }).gaps,
    [],
  );
}

const sum = (gaps: readonly Gap[]): number => gaps.reduce((total, gap) => total + frequencyOf(gap), 0);

describe('gaps that are met', () => {
  test('are counted as often as they were met, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(sighting, { maxLength: 20 }), (sightings) => {
        expect(sum(meet(sightings))).toBe(sightings.length);
        expect(sum(meet([...sightings].reverse()))).toBe(sightings.length);
      }),
    );
  });

  test('of one title have the same count, urgency, origins and words in any order', () => {
    const same = fc.array(
      sighting.map((one) => ({ ...one, title: 'Ossa', kind: 'missing' as const })),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(same, (sightings) => {
        const told = (gaps: readonly Gap[]) =>
          gaps.map(({ flags, urgency, origins, evidence }) => ({
            ...{ flags, urgency, origins },
            quotes: evidence.map(({ quote, message }) => [quote, message]),
          }));
        expect(told(meet([...sightings].reverse()))).toEqual(told(meet(sightings)));
      }),
    );
  });

  test('never lose urgency, and what was dismissed stays dismissed', () => {
    fc.assert(
      fc.property(sighting, fc.array(sighting, { maxLength: 8 }), fc.boolean(), (first, later, isDismissed) => {
        const begun = gapOf(first, { id: 'x', now: 0 });
        let gap: Gap = isDismissed ? { ...begun, status: 'dismissed' } : begun;
        for (const one of later) {
          const next = mergeSighting(gap, one, 1);
          expect(gapUrgencies.indexOf(next.urgency)).toBeGreaterThanOrEqual(gapUrgencies.indexOf(gap.urgency));
          gap = next;
        }
        expect(gap.status).toBe(isDismissed ? 'dismissed' : 'open');
      }),
    );
  });

  test('by the same scan twice are counted once', () => {
    fc.assert(
      fc.property(scan, (one) => {
        const once = gapOf(one, { id: 'x', now: 0 });
        const twice = mergeSighting(once, one, 5);
        expect(twice).toBe(once);
        expect(frequencyOf(twice)).toBe(one.scan?.mentions);
      }),
    );
  });

  test('stay within their bounds, the most urgent longest', () => {
    const many = Array.from({ length: 450 }, (_, at): GapSighting => {
      const urgency = gapUrgencies[at % 3] ?? 'low';
      const title = `Thing${String(at)}x Name${String(at)}y`;
      return { chat: 'c', kind: 'missing', title, reason: '', urgency, origin: 'user', evidence: [] };
    });
    const kept = meet(many);
    expect(kept).toHaveLength(200);
    expect(kept.filter(({ urgency }) => urgency === 'high')).toHaveLength(150);
    expect(kept.some(({ urgency }) => urgency === 'low')).toBe(false);
  });

  test('are the same after they were stored and read', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(sighting, scan), { maxLength: 6 }), (sightings) => {
        const gaps = meet(sightings);
        expect(readGaps(JSON.parse(JSON.stringify(gaps)))).toEqual(gaps);
      }),
    );
  });
});

test('what is stored and damaged costs its own gap alone', () => {
  const [gap] = meet([
    { chat: 'c', kind: 'missing', title: 'Ossa', reason: '', urgency: 'low', origin: 'user', evidence: [] },
  ]);
  expect(readGaps([null, 7, { id: 'x' }, { ...gap, kind: 'lost' }, gap])).toEqual([gap]);
  expect(readGaps({})).toBeUndefined();
});

test('the higher of two urgencies does not depend on their order', () => {
  expect(higherUrgency('low', 'high')).toBe('high');
  expect(higherUrgency('high', 'low')).toBe('high');
});

describe('titles', () => {
  test.each([
    ['the Silver Order', 'Silver Order'],
    ['Captain Ossa', 'ossa'],
    ['History of the salt wars', 'Salt wars: history'],
    ['Ａｒｉａ', 'aria'],
  ])('%s and %s are alike', (a, b) => {
    expect(isAlike(a, b)).toBe(true);
  });

  test.each([
    ['Port Salt', 'Salt'],
    ['Silver Keep', 'Silver Order'],
    ['Ossa', 'Ossian'],
    ['潮汐之书', '潮汐'],
  ])('%s and %s are not', (a, b) => {
    expect(isAlike(a, b)).toBe(false);
  });

  test('are as much alike in one direction as in the other, and each is like itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (a, b) => {
        expect(likeness(a, b)).toBe(likeness(b, a));
        expect(likeness(a, a)).toBe(1);
      }),
    );
  });
});
