import { expect, it } from 'vitest';
import { undeliveredPrompts } from './delivery-check';
import type { PlannedPrompt } from './prompt-plan';

const prompt = (value: string, part: Partial<PlannedPrompt> = {}): PlannedPrompt => ({
  key: 'zz_lorehearth/before',
  value,
  position: 2,
  depth: 4,
  role: 0,
  place: 'before',
  entries: ['e1'],
  ...part,
});
const set = { value: 'x', position: 2, depth: 4 };
const context = { extensionPrompts: { 'zz_lorehearth/before': set } };
const missing = (assembled: unknown, ...prompts: readonly PlannedPrompt[]) =>
  undeliveredPrompts(assembled, prompts, context);

it.each([
  ['a text completion', { prompt: 'Story.\nThe keep is silver.\nMara: Hi' }],
  ['a chat completion', { prompt: [{ role: 'system', content: 'The keep is silver.' }] }],
  [
    'a message of parts',
    { prompt: [{ role: 'user', content: [{ type: 'image_url' }, { type: 'text', text: 'The keep is silver.' }] }] },
  ],
  ['joined system messages', { prompt: [{ role: 'system', content: 'Be kind.\nThe keep  is\n\nsilver.\nMore.' }] }],
  ['another name for the prompt', { input: 'The keep is silver.' }],
])('finds lore in %s', (_name, assembled) => {
  expect(missing(assembled, prompt('The keep\nis silver.'))).toEqual([]);
});

it('finds lore whose macros were expanded', () => {
  const assembled = { prompt: 'Mara knows the keep. Ask Ilse.' };
  expect(missing(assembled, prompt('{{user}} knows the keep. Ask {{char}}.'))).toEqual([]);
  expect(missing(assembled, prompt('<USER> knows the keep.'))).toEqual([]);
  expect(missing(assembled, prompt('{{user}}'))).toEqual([]);
  expect(missing(assembled, prompt('{{user}} left.'))).toHaveLength(1);
});

it('says nothing about a request it cannot read', () => {
  expect(missing({ other: 1 }, prompt('Lore'))).toEqual([]);
});

it.each([
  [prompt('Lore', { position: 1, place: 'in chat at depth 9' }), 'history'],
  [prompt('Lore'), 'mandatory'],
  [prompt('Lore', { key: 'zz_lorehearth/after' }), 'Another extension'],
])('names the cause when lore is missing', (lost, cause) => {
  expect(missing({ prompt: 'Mara: Hi' }, lost)).toEqual([
    { place: lost.place, entries: ['e1'], cause: expect.stringContaining(cause) as string },
  ]);
});
