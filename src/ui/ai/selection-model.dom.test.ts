import { describe, expect, it } from 'vitest';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { SelectionModel } from './selection-model.svelte';

const BUILT_IN = 'Choose well.';

async function loaded(triedText = '', lastChat?: string) {
  const server = new ScriptedServer();
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken });
  const model = new SelectionModel(client, { triedText: () => triedText, lastChat: () => lastChat });
  await model.refresh();
  return { server, model };
}

describe('SelectionModel', () => {
  it('offers the settings of the section, the chief ones first', async () => {
    const { model } = await loaded();
    expect(model.rows?.chief.map(({ name }) => name)).toEqual([
      'selectionMode',
      'aiPolicy',
      'aiErrorFallback',
      'aiEmptyFallback',
      'aiDepth',
      'aiThreshold',
    ]);
    const [mode] = model.rows?.chief ?? [];
    expect(mode).toMatchObject({ kind: 'choice', value: 'keywords', label: 'Selection' });
    expect(model.rows?.further.map(({ name }) => name)).toContain('prepareAhead');
    expect(model.rows?.further.map(({ name }) => name)).not.toContain('aiInstructions');
  });

  it('changes a setting at once, and says what is wrong beside it', async () => {
    const { model, server } = await loaded();
    expect(await model.set('selectionMode', 'two-stage')).toBe(true);
    expect(server.settings.selectionMode).toBe('two-stage');
    expect(await model.set('aiDepth', 0)).toBe(false);
    expect(model.problemOf('aiDepth')).toContain('from 1 to 100');
    await model.set('aiDepth', 6);
    expect([model.problemOf('aiDepth'), server.settings.aiDepth]).toEqual([undefined, 6]);
  });

  it('keeps instructions only when told to, and brings the built-in ones back', async () => {
    const { model, server } = await loaded();
    model.write('Mine', BUILT_IN);
    expect([model.draft, server.settings.aiInstructions]).toEqual(['Mine', '']);
    await model.saveInstructions(BUILT_IN);
    expect([model.draft, model.kept, server.settings.aiInstructions]).toEqual([undefined, 'Mine', 'Mine']);
    await model.resetInstructions();
    expect([model.kept, server.settings.aiInstructions]).toEqual(['', '']);
  });

  it('takes what equals the kept instructions for no change', async () => {
    const { model } = await loaded();
    model.write('Mine', BUILT_IN);
    model.write(BUILT_IN, BUILT_IN);
    expect(model.draft).toBeUndefined();
  });

  it('keeps no copy of the built-in instructions', async () => {
    const { model, server } = await loaded();
    await model.set('aiInstructions', 'Mine');
    model.write(BUILT_IN, BUILT_IN);
    await model.saveInstructions(BUILT_IN);
    expect(server.settings.aiInstructions).toBe('');
  });

  it('keeps the draft when it is refused', async () => {
    const { model, server } = await loaded();
    model.write('Mine', BUILT_IN);
    server.refusal = { status: 500, detail: 'Out of order.' };
    await model.saveInstructions(BUILT_IN);
    expect([model.draft, model.problemOf('aiInstructions')]).toEqual(['Mine', 'Out of order.']);
  });

  it('shows the prompt for the tried text with the draft, without asking the AI or keeping anything', async () => {
    const { model, server } = await loaded('A bell rang.');
    model.write('Mine', BUILT_IN);
    await model.showPrompt();
    expect(model.prompt.value?.messages[0]).toEqual({ role: 'system', text: 'Mine' });
    expect(model.prompt.value?.messages[1]?.text).toContain('A bell rang.');
    expect(server.lastPreview).toEqual({
      text: 'A bell rang.',
      prompt: true,
      settings: { selectionMode: 'two-stage', aiInstructions: 'Mine' },
    });
    expect(server.settings.aiInstructions).toBe('');
  });

  it('lets the scene stand in the last chat, or in none', async () => {
    const { model, server } = await loaded('A bell rang.', 'river');
    await model.showPrompt();
    expect([model.hasLastChat, server.lastPreview?.chat]).toEqual([true, { id: 'river' }]);
    model.isForLastChat = false;
    await model.showPrompt();
    expect(server.lastPreview).not.toHaveProperty('chat');
  });

  it('prefers a text that was written for the preview', async () => {
    const { model, server } = await loaded('A bell rang.');
    model.scene = 'Fog.';
    await model.set('selectionMode', 'ai-only');
    await model.showPrompt();
    expect(server.lastPreview).toEqual({ text: 'Fog.', prompt: true, settings: {} });
  });
});
