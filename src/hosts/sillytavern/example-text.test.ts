import { describe, expect, it } from 'vitest';
import { spokenLines, whyNoExample, withoutBlockMarks } from './example-text';
import type { TavernContext } from './tavern-context';
import { FakeTavern } from './testing/fake-tavern';

const why = (text: string, part: Partial<TavernContext> = {}): string | undefined =>
  whyNoExample(text, { ...new FakeTavern().context(), ...part });
const plain = 'The harbor sleeps.';

describe('as messages', () => {
  it.each([
    'Ilse: Aye.',
    'Mara: Hm.\nIlse: Aye.',
    '{{user}}: Hm.\n{{char}}: Aye.',
    '<USER>: Hm.\n<BOT>: Aye.',
    '<START>\nIlse: Aye.\n<START>\nMara: Hm.',
    'It is late.\nIlse: Aye.',
  ])('SillyTavern keeps %j', (text) => {
    expect(why(text)).toBeUndefined();
  });

  it.each([plain, 'Note: it is late.', '<START>\nIlse: Aye.\n<START>\nIt is late.', ' Ilse says: Aye.'])(
    'SillyTavern drops %j',
    (text) => {
      expect(why(text)).toContain('dialogue');
    },
  );

  it('members of a group speak as well', () => {
    const groups = [{ id: 'g', members: ['Bram.png', 'Gone.png'] }];
    expect(why('Bram: No.', { groups, groupId: 'g' })).toBeUndefined();
    expect(why('Bram: No.', { groups, groupId: null })).toContain('dialogue');
  });
});

describe('as text', () => {
  const textCompletion = { mainApi: 'textgenerationwebui' };

  it.each<[string, Partial<TavernContext>, boolean]>([
    ['without instruct mode', {}, true],
    ['with instruct mode', { powerUserSettings: { instruct: { enabled: true } } }, false],
    ['with raw examples', { powerUserSettings: { instruct: { enabled: true, skip_examples: true } } }, true],
    ['without examples', { powerUserSettings: { strip_examples: true } }, false],
  ])('SillyTavern treats a plain one by its settings: %s', (_name, part, isKept) => {
    expect(why(plain, { ...textCompletion, ...part }) === undefined).toBe(isKept);
  });
});

it('drops even dialogue where examples are switched off', () => {
  expect(why('Ilse: Aye.', { powerUserSettings: { strip_examples: true } })).toContain('leave out');
});

it('knows what is left of an example', () => {
  expect(spokenLines('<START>\n{{user}}: Hm.\n<START>\nIt is late.\nIlse: At 5:30.')).toEqual([
    'Hm.',
    'It is late.',
    'At 5:30.',
  ]);
  expect(withoutBlockMarks('<START>\nOne.\n<start>\nTwo.')).toBe('One.\nTwo.');
});
