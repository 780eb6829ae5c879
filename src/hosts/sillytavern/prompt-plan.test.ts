import { expect, it } from 'vitest';
import { applyPrompts, clearPrompts } from './apply-prompts';
import { planPrompts } from './prompt-plan';
import { injection } from './testing/answers';
import { FakeTavern } from './testing/fake-tavern';

it.each([
  [injection(), { key: 'zz_lorehearth/before', position: 2 }],
  [injection({ key: 'lorehearth/after', position: 'after' }), { key: 'zz_lorehearth/after', position: 0 }],
  [
    injection({ key: 'lorehearth/in_chat/0/user', position: 'in_chat', depth: 0, role: 'user' }),
    { key: 'zz_lorehearth/in_chat/0/user', position: 1, depth: 0, role: 1 },
  ],
  [
    injection({ key: 'lorehearth/in_chat/7/assistant', position: 'in_chat', depth: 7, role: 'assistant' }),
    { key: 'zz_lorehearth/in_chat/7/assistant', position: 1, depth: 7, role: 2 },
  ],
  [
    injection({ key: 'lorehearth/in_chat/4/system', position: 'in_chat', depth: 4, role: 'system' }),
    { key: 'zz_lorehearth/in_chat/4/system', position: 1, depth: 4, role: 0 },
  ],
])('plans the place $1', (block, expected) => {
  const { prompts, undelivered } = planPrompts([block], 100);
  expect(prompts).toMatchObject([{ ...expected, value: block.text }]);
  expect(undelivered).toEqual([]);
});

it('has keys that sort behind those of SillyTavern and of other extensions', () => {
  const { prompts } = planPrompts(
    [injection(), injection({ key: 'lorehearth/in_chat/4/system', position: 'in_chat' })],
    100,
  );
  const others = ['1_memory', '3_vectors', 'QUIET_PROMPT', 'customDepthWI_4_0', 'zettel', 'script_inject_x'];
  const keys = prompts.map(({ key }) => key);
  expect([...others, ...keys].sort().slice(-keys.length)).toEqual([...keys].sort());
});

it('leaves out what exceeds the limit and still takes smaller blocks after it', () => {
  const { prompts, undelivered } = planPrompts(
    [
      injection({ key: 'lorehearth/before', tokens: 60 }),
      injection({ key: 'lorehearth/after', position: 'after', tokens: 50, entries: ['big'] }),
      injection({ key: 'lorehearth/in_chat/4/system', position: 'in_chat', tokens: 40 }),
    ],
    100,
  );
  expect(prompts.map(({ key }) => key)).toEqual(['zz_lorehearth/before', 'zz_lorehearth/in_chat/4/system']);
  expect(undelivered).toMatchObject([
    { place: 'after', entries: ['big'], cause: expect.stringContaining('share') as string },
  ]);
});

it.each(['outlet', 'examples_top', 'author_note_top'] as const)(
  'says that it cannot put lore in the place %s',
  (position) => {
    const { prompts, undelivered } = planPrompts([injection({ position, entries: ['e9'] })], 100);
    expect(prompts).toEqual([]);
    expect(undelivered).toMatchObject([{ entries: ['e9'], cause: expect.stringContaining('cannot put') as string }]);
  },
);

it('plans nothing for a block without text', () => {
  expect(planPrompts([injection({ text: ' \n' })], 100)).toEqual({ prompts: [], undelivered: [] });
});

it('applies prompts and clears exactly its own, also those of an earlier load', () => {
  const tavern = new FakeTavern();
  const context = tavern.context();
  const foreign = { value: 'x', position: 1, depth: 4 };
  Object.assign(tavern.extensionPrompts, {
    '1_memory': foreign,
    'zz_lorehearth/after': foreign,
    zz_lorehearthish: foreign,
  });
  clearPrompts(context);
  applyPrompts(context, planPrompts([injection()], 100).prompts, true);
  expect(Object.keys(tavern.extensionPrompts)).toEqual(['1_memory', 'zz_lorehearthish', 'zz_lorehearth/before']);
  expect(tavern.extensionPrompts['zz_lorehearth/before']).toMatchObject({ position: 2, scan: true });
  clearPrompts(context);
  expect(Object.keys(tavern.extensionPrompts)).toEqual(['1_memory', 'zz_lorehearthish']);
});
