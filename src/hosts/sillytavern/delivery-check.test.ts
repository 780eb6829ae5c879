import { expect, it } from 'vitest';
import { lostLore } from './delivery-check';
import { deliveryReport } from './delivery-report';
import type { PlannedPrompt, PlannedSlot, WorldInfoSlot } from './lore-plan';

const prompt = (value: string, part: Partial<PlannedPrompt> = {}): PlannedPrompt => ({
  injection: 'lorehearth/before',
  key: 'zz_lorehearth/before',
  value,
  position: 2,
  depth: 4,
  role: 0,
  place: 'before',
  entries: ['e1'],
  ...part,
});
const slot = (name: WorldInfoSlot, value: string): PlannedSlot => ({
  injection: `lorehearth/${name}`,
  value,
  slot: name,
  outlet: name === 'outlet' ? 'tower' : '',
  place: name,
  entries: ['e2'],
});
const set = { value: 'x', position: 2, depth: 4 };
const context = { extensionPrompts: { 'zz_lorehearth/before': set } };
const missing = (assembled: unknown, ...prompts: readonly PlannedPrompt[]) =>
  lostLore(assembled, { prompts, slots: [] }, context);
const missingSlots = (assembled: unknown, ...slots: readonly PlannedSlot[]) =>
  lostLore(assembled, { prompts: [], slots }, context);

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
  expect(missingSlots(assembled, slot('after_char', 'The keep\nis silver.'))).toEqual([]);
});

it('finds lore whose macros were expanded', () => {
  const assembled = { prompt: 'Mara knows the keep. Ask Ilse.' };
  expect(missing(assembled, prompt('{{user}} knows the keep. Ask {{char}}.'))).toEqual([]);
  expect(missing(assembled, prompt('<USER> knows the keep.'))).toEqual([]);
  expect(missing(assembled, prompt('{{user}}'))).toEqual([]);
  expect(missing(assembled, prompt('{{user}} left.'))).toHaveLength(1);
});

it('finds dialogue whose names were taken away, if all of it is there', () => {
  const example = slot('examples_top', '<START>\n{{user}}: Is it far?\n{{char}}: A day.');
  const sent = (...lines: readonly string[]) => ({ prompt: lines.map((content) => ({ role: 'system', content })) });
  expect(missingSlots(sent('Is it far?', 'A day.'), example)).toEqual([]);
  expect(missingSlots(sent('Is it far?'), example)).toHaveLength(1);
});

it('does not judge a request it cannot read', () => {
  expect(missing({ other: 1 }, prompt('Lore'))).toBeUndefined();
});

it.each([
  [prompt('Lore', { position: 1, place: 'in chat at depth 9' }), 'history'],
  [prompt('Lore'), 'mandatory'],
  [prompt('Lore', { key: 'zz_lorehearth/after' }), 'Another extension'],
])('names the cause when lore is missing', (lost, cause) => {
  expect(missing({ prompt: 'Mara: Hi' }, lost)).toEqual([
    {
      injection: 'lorehearth/before',
      place: lost.place,
      entries: ['e1'],
      cause: expect.stringContaining(cause) as string,
    },
  ]);
});

it.each<[WorldInfoSlot, string]>([
  ['before_char', 'World Info'],
  ['author_note_bottom', 'author’s note'],
  ['examples_top', 'example messages'],
  ['outlet', '{{outlet::tower}}'],
])('names the cause when lore is missing at %s', (name, cause) => {
  expect(missingSlots({ prompt: 'Mara: Hi' }, slot(name, 'Lore'))).toMatchObject([
    { place: name, entries: ['e2'], cause: expect.stringContaining(cause) as string },
  ]);
});

it('is reported with every block, moved ones and those that were never handed over', () => {
  const moved = prompt('Two', { injection: 'lorehearth/author_note_top', moved: { to: 'after', cause: 'Not due.' } });
  const unfit = { injection: 'lorehearth/after', place: 'after', cause: 'Too large.', entries: ['e3'] };
  const plan = { prompts: [prompt('One'), moved], slots: [slot('outlet', 'Three')], undelivered: [unfit] };
  const lost = lostLore({ prompt: 'One. Two.' }, plan, context) ?? [];
  expect(deliveryReport(plan, lost).items).toEqual([
    { key: 'lorehearth/before', outcome: 'delivered', place: 'before', cause: '' },
    { key: 'lorehearth/author_note_top', outcome: 'moved', place: 'after', cause: 'Not due.' },
    { key: 'lorehearth/after', outcome: 'undelivered', place: 'after', cause: 'Too large.' },
    { key: 'lorehearth/outlet', outcome: 'undelivered', place: 'outlet', cause: lost[0]?.cause },
  ]);
});
