import { describe, expect, it } from 'vitest';
import { testServer } from '../../server/testing/test-server';
import { createClient } from '../../server/client';
import { WhyModel } from './why-model.svelte';

const note = (properties: string, text = 'Text.'): string => `---\ntags: [lorebook]\n${properties}\n---\n${text}\n`;
const notes = {
  'Fox.md': note('keys: [fox]'),
  'Bell.md': note('keys: [bell]\nenabled: false # not yet'),
  'Tide.md': note('keys: [fox]', '@@depth 2\n@@dont_activate\nThe tide.'),
  'Deep.md': note('keys: [nothing]'),
};

/** The real server on a vault in memory, and a panel that has seen one turn of it. */
async function setUp(settings: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer({ notes, settings });
  const client = createClient({ fetch: server.app.inProcess, base: 'http://lore.test', token: () => '' });
  const body = {
    chat: { id: 'c' },
    generationId: 'g',
    messages: [{ role: 'user' as const, text: 'The fox and the bell.' }],
  };
  await client.v1.generations.$post({ json: body });
  const model = new WhyModel(client);
  await model.refresh();
  const entry = (path: string) => {
    const found = server.engine.entryByPath(path);
    return found ?? expect.fail(`There is no ${path}.`);
  };
  /** Asks why an entry is not in the turn. */
  const ask = async (path: string) => {
    await model.whyNot.pick(entry(path));
    return model.whyNot;
  };
  return { ...server, model, ask };
}

describe('a change of the note', () => {
  it('is shown first, then made, lets the entry in, and is undone', async () => {
    const { ask, engine } = await setUp();
    const whyNot = await ask('Bell.md');
    expect(whyNot.answer.value).toMatchObject({
      isReplayed: true,
      explanation: { reason: 'disabled', isInjected: false },
    });
    await whyNot.propose();
    expect(whyNot.failure).toBeUndefined();
    expect(whyNot.proposal).toMatchObject({ status: 'open', path: 'Bell.md', origin: { tool: 'why', chat: 'c' } });
    await whyNot.accept();
    expect([whyNot.proposal, whyNot.failure]).toEqual([undefined, undefined]);
    expect(whyNot.answer.value?.explanation.isInjected).toBe(true);
    expect(engine.entryByPath('Bell.md')?.enabled).toBe(true);
    await whyNot.undo();
    expect([whyNot.said, whyNot.done]).toEqual(['Undone.', undefined]);
    expect(whyNot.answer.value?.explanation).toMatchObject({ isInjected: false, reason: 'disabled' });
  });

  it('takes one decorator out and leaves the others working', async () => {
    const { ask, engine } = await setUp();
    const whyNot = await ask('Tide.md');
    expect(whyNot.change).toMatchObject({ name: 'decorators', items: ['@@dont_activate'] });
    await whyNot.propose();
    await whyNot.accept();
    expect(whyNot.answer.value?.explanation.isInjected).toBe(true);
    expect(engine.entryByPath('Tide.md')?.decorators.dontActivate).toBe(false);
    expect(engine.entryByPath('Tide.md')?.text.trim()).toBe('The tide.');
  });

  it('that is turned down changes nothing', async () => {
    const { ask, engine } = await setUp();
    const whyNot = await ask('Bell.md');
    await whyNot.propose();
    await whyNot.reject();
    expect([whyNot.proposal, whyNot.done]).toEqual([undefined, undefined]);
    expect(engine.entryByPath('Bell.md')?.enabled).toBe(false);
  });
});

describe('a change of the chat', () => {
  it('takes a block back, and sets it again', async () => {
    const { ask, engine } = await setUp();
    const id = engine.entryByPath('Fox.md')?.id ?? '';
    await engine.changeChat('c', { blocks: [id] });
    const whyNot = await ask('Fox.md');
    expect(whyNot.change).toMatchObject({ where: 'chat', name: 'blocks' });
    await whyNot.apply();
    expect([whyNot.answer.value?.explanation.isInjected, engine.chat('c').blocks]).toEqual([true, []]);
    await whyNot.undo();
    expect([whyNot.answer.value?.explanation.isInjected, engine.chat('c').blocks]).toEqual([false, [id]]);
  });
});

describe('a change of a setting', () => {
  it('names the setting with both values, makes it, and takes it back', async () => {
    const { ask, engine } = await setUp({ entryLimit: 1 });
    await engine.changeSettings({ entryLimit: 1 });
    await engine.changeChat('c', { pins: [engine.entryByPath('Deep.md')?.id ?? ''] });
    const whyNot = await ask('Fox.md');
    expect(whyNot.change).toMatchObject({ where: 'setting', name: 'entryLimit', value: 2 });
    expect(whyNot.setting.step.value).toMatchObject({ label: 'Entry limit', from: '1', to: '2' });
    await whyNot.apply();
    expect([engine.settings().entryLimit, whyNot.answer.value?.explanation.isInjected]).toEqual([2, true]);
    await whyNot.undo();
    expect([engine.settings().entryLimit, whyNot.answer.value?.explanation.isInjected]).toEqual([1, false]);
  });
});

describe('what cannot be done', () => {
  it('is told by the trace alone when the turn cannot be played again', async () => {
    const { ask, engine } = await setUp();
    Object.assign(engine, { replay: () => Promise.resolve(undefined) });
    const whyNot = await ask('Bell.md');
    expect(whyNot.answer.value).toMatchObject({ isReplayed: false, explanation: { reason: 'disabled' } });
    expect(whyNot.change).toBeUndefined();
  });

  it('an entry that is gone is said to be gone', async () => {
    const { model } = await setUp();
    await model.whyNot.pick({ id: 'unknown', title: 'Gone', path: 'Gone.md' });
    expect(model.whyNot.answer.value?.explanation.detail).toBe('It is no entry of the vault any more.');
    await model.whyNot.pickById('unknown');
    expect(model.whyNot.failure).toMatchObject({ kind: 'refused', status: 404 });
  });
});
