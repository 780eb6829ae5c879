import { expect, it } from 'vitest';
import { applyPrompts, clearPrompts } from './apply-prompts';
import { planPrompts } from './prompt-plan';
import type { TavernContext } from './tavern-context';
import { injection } from './testing/answers';
import { FakeTavern } from './testing/fake-tavern';

const contextWith = (metadata: Record<string, unknown> = {}, part: Partial<TavernContext> = {}): TavernContext => {
  const tavern = new FakeTavern();
  tavern.chatMetadata = metadata;
  return { ...tavern.context(), ...part };
};
const context = contextWith();

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
  const plan = planPrompts([block], 100, context);
  expect(plan.prompts).toMatchObject([{ ...expected, value: block.text, injection: block.key }]);
  expect(plan).toMatchObject({ slots: [], undelivered: [] });
});

it('has keys that sort behind those of SillyTavern and of other extensions', () => {
  const { prompts } = planPrompts(
    [injection(), injection({ key: 'lorehearth/in_chat/4/system', position: 'in_chat' })],
    100,
    context,
  );
  const others = ['1_memory', '3_vectors', 'QUIET_PROMPT', 'customDepthWI_4_0', 'zettel', 'script_inject_x'];
  const keys = prompts.map(({ key }) => key);
  expect([...others, ...keys].sort().slice(-keys.length)).toEqual([...keys].sort());
});

it('leaves out what exceeds the limit and still takes smaller blocks after it', () => {
  const { prompts, slots, undelivered } = planPrompts(
    [
      injection({ key: 'lorehearth/before', tokens: 60 }),
      injection({ key: 'lorehearth/after', position: 'after', tokens: 50, entries: ['big'] }),
      injection({ key: 'lorehearth/in_chat/4/system', position: 'in_chat', tokens: 30 }),
      injection({ key: 'lorehearth/after_char', position: 'after_char', tokens: 10 }),
      injection({ key: 'lorehearth/before_char', position: 'before_char', tokens: 1, entries: ['late'] }),
    ],
    100,
    context,
  );
  expect(prompts.map(({ key }) => key)).toEqual(['zz_lorehearth/before', 'zz_lorehearth/in_chat/4/system']);
  expect(slots.map(({ slot }) => slot)).toEqual(['after_char']);
  expect(undelivered).toMatchObject([
    {
      injection: 'lorehearth/after',
      place: 'after',
      entries: ['big'],
      cause: expect.stringContaining('share') as string,
    },
    { place: 'before char', entries: ['late'] },
  ]);
});

const due = contextWith({ note_interval: 1 });
const spoken = '{{user}}: Is it far?\n{{char}}: A day.';

it.each([
  [{ position: 'before_char' }, context, { slot: 'before_char', place: 'before char' }],
  [{ position: 'after_char' }, context, { slot: 'after_char', place: 'after char' }],
  [{ position: 'outlet', outlet: 'tower' }, context, { slot: 'outlet', outlet: 'tower', place: 'outlet tower' }],
  [{ position: 'author_note_top' }, due, { slot: 'author_note_top', place: 'author note top' }],
  [{ position: 'author_note_bottom' }, due, { slot: 'author_note_bottom', place: 'author note bottom' }],
  [{ position: 'examples_top', text: spoken }, context, { slot: 'examples_top', place: 'examples top', value: spoken }],
  [{ position: 'examples_bottom', text: spoken }, context, { slot: 'examples_bottom' }],
] as const)('plans a World Info entry for %o', (part, where, expected) => {
  const plan = planPrompts([injection(part)], 100, where);
  expect(plan.slots).toMatchObject([expected]);
  expect(plan).toMatchObject({ prompts: [], undelivered: [] });
});

it.each([
  [
    'author_note_top',
    { note_interval: 0, note_depth: 3, note_role: 2 },
    { position: 1, depth: 3, role: 2 },
    'in chat at depth 3',
  ],
  ['author_note_bottom', { note_interval: 5, note_position: 0 }, { position: 0 }, 'after'],
  ['author_note_bottom', { note_interval: 5, note_position: 2 }, { position: 2 }, 'before'],
  ['author_note_top', {}, { position: 1, depth: 4, role: 0 }, 'in chat at depth 4'],
] as const)('moves %s to where the note would stand with %o', (position, metadata, spot, to) => {
  const { prompts } = planPrompts([injection({ position })], 100, contextWith(metadata));
  expect(prompts).toMatchObject([
    { ...spot, moved: { to, cause: expect.stringContaining('author’s note') as string } },
  ]);
});

it('moves example text in which nobody speaks, without the marks of its blocks', () => {
  const text = '<START>\nThe harbor sleeps.\n<START>\nGulls cry.';
  const { prompts, slots } = planPrompts([injection({ position: 'examples_top', text })], 100, context);
  expect(slots).toEqual([]);
  expect(prompts).toMatchObject([
    {
      position: 0,
      value: 'The harbor sleeps.\nGulls cry.',
      place: 'examples top',
      moved: { to: 'after', cause: expect.stringContaining('dialogue') as string },
    },
  ]);
});

it('keeps the order of what is moved to one place', () => {
  const moved = (['author_note_top', 'author_note_bottom', 'examples_top', 'examples_bottom'] as const).map(
    (position) => injection({ key: `lorehearth/${position}`, position }),
  );
  const keys = planPrompts(moved, 100, context).prompts.map(({ key }) => key);
  expect([...keys].sort()).toEqual(keys);
});

it('moves everything of World Info where SillyTavern is too old to take it', () => {
  const old = contextWith({}, { eventTypes: {} });
  const { prompts, slots } = planPrompts([injection({ position: 'outlet', outlet: 'tower' })], 100, old);
  expect(slots).toEqual([]);
  expect(prompts).toMatchObject([
    { position: 0, moved: { to: 'after', cause: expect.stringContaining('version') as string } },
  ]);
});

it('plans nothing for a block without text', () => {
  expect(planPrompts([injection({ text: ' \n' })], 100, context)).toEqual({ prompts: [], slots: [], undelivered: [] });
});

it('applies prompts and clears exactly its own, also those of an earlier load', () => {
  const tavern = new FakeTavern();
  const foreign = { value: 'x', position: 1, depth: 4 };
  Object.assign(tavern.extensionPrompts, {
    '1_memory': foreign,
    'zz_lorehearth/after': foreign,
    zz_lorehearthish: foreign,
  });
  clearPrompts(tavern.context());
  applyPrompts(tavern.context(), planPrompts([injection()], 100, context).prompts, true);
  expect(Object.keys(tavern.extensionPrompts)).toEqual(['1_memory', 'zz_lorehearthish', 'zz_lorehearth/before']);
  expect(tavern.extensionPrompts['zz_lorehearth/before']).toMatchObject({ position: 2, scan: true });
  clearPrompts(tavern.context());
  expect(Object.keys(tavern.extensionPrompts)).toEqual(['1_memory', 'zz_lorehearthish']);
});
