import { beforeAll, describe, expect, test } from 'vitest';
import { conformancePage, deviationsPage, type PlayedFile, type PlayedVector } from './conformance-pages';
import { deviations, outOfReach, type Deviation } from './deviations';
import { outcomeLine, printedLines, withoutTies, type Outcome } from './outcome';
import { playVector } from './play-vector';
import { recordedOutcome } from './recorded-result';
import { readVectors, stepsOf, type Vector, type VectorStep } from './vectors';

const files = [
  {
    title: 'Probes',
    sentence: 'One rule of the engine each.',
    vectors: readVectors('./world-info-vectors.json'),
    isListed: true,
  },
  {
    title: 'Further probes',
    sentence: 'More of the same kinds, recorded in the same way.',
    vectors: readVectors('./further-vectors.json'),
    isListed: true,
  },
  {
    title: 'Random books and chats',
    sentence:
      'Entries, chats and settings drawn at random, up to five turns each, recorded in the same way. They leave out what deviations are about: sticky, several groups, chances in groups, tight budgets.',
    vectors: readVectors('./random-vectors.json'),
    isListed: false,
  },
];
const vectors = files.flatMap((file) => file.vectors);

const byVector = new Map<string, Deviation>(
  [...deviations, ...outOfReach].flatMap((deviation) =>
    Object.keys(deviation.results).map((name): [string, Deviation] => [name, deviation]),
  ),
);

describe.each(files)('$title', ({ vectors: own }) => {
  test.each(own.map((vector) => [vector.name, vector] as const))('%s', async (name, vector) => {
    const outcomes = await playVector(vector);
    expect(outcomes).toHaveLength(vector.result.length);
    const { tavern, ours } = comparable(vector, outcomes);
    const deviation = byVector.get(name);
    if (!deviation) {
      expect(ours).toEqual(tavern);
      return;
    }
    expect(ours).not.toEqual(tavern);
    expect(outcomes.map(outcomeLine)).toEqual(deviation.results[name]);
  });
});

test('every vector has a name of its own, and every deviation names vectors that are there', () => {
  const names = vectors.map((vector) => vector.name);
  expect(new Set(names).size).toBe(names.length);
  expect([...byVector.keys()].filter((name) => !names.includes(name))).toEqual([]);
  const listed = [...deviations, ...outOfReach].flatMap((deviation) => Object.keys(deviation.results));
  expect(listed).toHaveLength(byVector.size);
});

describe('the pages', () => {
  let played: readonly PlayedFile[];

  beforeAll(async () => {
    played = await Promise.all(
      files.map(async (file) => ({ ...file, played: await Promise.all(file.vectors.map(playedVector)) })),
    );
  });

  test('of conformance is up to date (vitest -u writes it)', async () => {
    await expect(await conformancePage(played)).toMatchFileSnapshot('../../docs/conformance.md');
  });

  test('of deviations is up to date (vitest -u writes it)', async () => {
    const page = await deviationsPage(deviations, outOfReach, played);
    await expect(page).toMatchFileSnapshot('../../docs/decisions/0010-sillytavern-world-info-deviations.md');
  });
});

async function playedVector(vector: Vector): Promise<PlayedVector> {
  return {
    vector,
    tavern: vector.result.map((result) => outcomeLine(recordedOutcome(result))),
    own: (await playVector(vector)).map(outcomeLine),
    deviation: byVector.get(vector.name),
  };
}

/** Both engines' outcomes, with texts of equal order in one sequence. */
function comparable(
  vector: Vector,
  outcomes: readonly Outcome[],
): { readonly tavern: readonly Outcome[]; readonly ours: readonly Outcome[] } {
  const orders = stepsOf(vector).map(orderOfText);
  const settled = (list: readonly Outcome[]): readonly Outcome[] =>
    list.map((outcome, step) => withoutTies(outcome, orders[step] ?? (() => undefined)));
  return { tavern: settled(vector.result.map(recordedOutcome)), ours: settled(outcomes) };
}

const USUAL_ORDER = 100;

/** Finds the World Info order of the entry that has a line of text. */
function orderOfText(step: VectorStep): (line: string) => number | undefined {
  const entries = Object.values(step.books ?? { T: step.entries ?? [] }).flat();
  const orders = entries.flatMap(({ content, order }) =>
    printedLines(String(content)).map((line): [string, number] => [line, Number(order ?? USUAL_ORDER)]),
  );
  const byLine = new Map(orders);
  return (line) => byLine.get(line);
}
