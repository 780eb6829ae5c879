import { describe, expect, test } from 'vitest';
import { readNumbers } from './read-numbers';
import { readSelection } from './read-selection';
import { withoutThinking } from './without-thinking';

const candidates = [
  { id: 'a', title: 'Mill' },
  { id: 'b', title: 'Quay' },
  { id: 'c', title: 'Forge' },
];

describe('a selection', () => {
  test('names candidates by their ids, the surest first', () => {
    const answer = '[{"id":1,"confidence":"low"},{"id":3},{"id":2,"confidence":"high","reason":"she is there"},"X"]';
    expect(readSelection(answer, candidates)).toEqual({
      picks: [
        { id: 'b', confidence: 'high', reason: 'she is there' },
        { id: 'c', confidence: 'medium', reason: '' },
        { id: 'a', confidence: 'low', reason: '' },
      ],
      unknown: ['X'],
      ambiguous: [],
      isCutOff: false,
    });
  });

  test('BR-172 says that the answer was cut off', () => {
    const answer = '[{"title":"Mill","why":"x"},{"title":"Quay","why":"y"},{"title":"Lig';
    const { picks, isCutOff } = readSelection(answer, candidates);
    expect([picks.map(({ id }) => id), isCutOff]).toEqual([['a', 'b'], true]);
  });

  test.each([
    ['', /was empty/],
    ['[{"ti', /cut off/],
    ['No idea.', /no list/],
    ['["Nowhere"]', /not given/],
  ])('that cannot be read is a failure of the model with a sentence: %j', (answer, sentence) => {
    expect(() => readSelection(answer, candidates)).toThrow(expect.objectContaining({ kind: 'unusable' }));
    expect(() => readSelection(answer, candidates)).toThrow(sentence);
  });
});

describe('a list of numbers', () => {
  test.each<[unknown, readonly number[]]>([
    ['{"categories":[1,4]}', [1, 4]],
    ['```json\n["2","3. Places",{"id":4},{"category":"5: People"},2]\n```', [2, 3, 4, 5]],
    ['[1, 2, 31', [1, 2]],
    ['{"categories":[]}', []],
    ['[1.5, null, "Places", 7]', [7]],
  ])('is read from %j', (answer, numbers) => {
    expect(readNumbers(answer)).toEqual(numbers);
  });

  test.each(['', 'all of them', '["Places"]', '{"categories":['])('is not there in %j', (answer) => {
    expect(() => readNumbers(answer)).toThrow(expect.objectContaining({ kind: 'unusable' }));
  });
});

describe('BR-170 a text without thinking', () => {
  test.each([
    ['<think>a</think>\n\nThey met.', '\n\nThey met.'],
    ['They <think>a</think>met.', 'They met.'],
    ['a</think>They met.', 'They met.'],
    ['They met.<think>but', 'They met.'],
    ['They met. I < think > so.', 'They met. I < think > so.'],
    ['', ''],
  ])('of %j is %j', (text, expected) => {
    expect(withoutThinking(text)).toBe(expected);
  });
});
