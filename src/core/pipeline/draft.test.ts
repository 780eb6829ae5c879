import { describe, expect, test } from 'vitest';
import { chatOf, injectedTitles, lore, turn } from '../../../tests/support/lore-vault';

const notes = { 'Bell.md': lore('keys: [drowned bell]'), 'Deep.md': lore('keys: [drowned bell]\nscan_depth: 0') };
const chat = chatOf('Mara: Good evening.', 'Vesk: Sit down.');

describe('BR-068 what the model is told besides the chat', () => {
  test.each(['quiet', 'normal', 'impersonate', 'continue'] as const)('is searched (%s)', async (type) => {
    const request = { type, draft: 'Describe the drowned bell.' };
    expect(injectedTitles(await turn(notes, chat, { request }))).toEqual(['Bell']);
  });

  test('takes no message’s place in the window', async () => {
    const further = { ...notes, 'Evening.md': lore('keys: [evening]\nscan_depth: 2') };
    const request = { type: 'quiet' as const, draft: 'Describe the drowned bell.' };
    expect([...injectedTitles(await turn(further, chat, { request }))].sort()).toEqual(['Bell', 'Evening']);
  });

  test('counts for secondary and exclude keys as well', async () => {
    const refined = {
      'Met.md': lore('keys: [evening]\nrefine_keys: [bell]'),
      'Kept out.md': lore('keys: [evening]\nexclude_keys: [bell]'),
    };
    const request = { type: 'quiet' as const, draft: 'the bell' };
    expect(injectedTitles(await turn(refined, chat, { request }))).toEqual(['Met']);
  });

  test('wakes nothing when it is empty, nor in an entry that searches no messages', async () => {
    expect(injectedTitles(await turn(notes, chat, { request: { type: 'quiet', draft: '' } }))).toEqual([]);
  });

  test('does not wake an entry that is for other kinds of generation', async () => {
    const normal = { 'Bell.md': lore('keys: [bell]\ntriggers: [normal]') };
    const result = await turn(normal, chat, { request: { type: 'quiet', draft: 'the bell' } });
    expect(injectedTitles(result)).toEqual([]);
  });
});
