import { describe, expect, test } from 'vitest';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { engineHost, generated, settled } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';
import type { LoreEngine } from './lore-engine';

const notes = {
  'Fox.md': lore('keys: [fox]'),
  'Hare.md': lore('keys: [hare]\ncooldown: 3'),
  'Owl.md': lore('keys: [owl]'),
  'Law.md': lore('constant: true'),
  'Off.md': lore('keys: [fox]\nenabled: false'),
};

async function uses(engine: LoreEngine) {
  const { entries, turns } = await engine.analytics.report({});
  const rows = entries.map(({ title, state, tally }) => [title, [state, tally.matched, tally.injected]] as const);
  return { turns: turns.turns, ...Object.fromEntries(rows) };
}

describe('how entries are used', () => {
  test('is told of every entry, also of those that no turn had', async () => {
    const { engine } = engineHost(notes);
    await engine.open();
    await generated(engine, ['Mara: the fox'], 'a');
    await generated(engine, ['Mara: the fox', 'Vesk: yes', 'Mara: the fox'], 'b');
    expect(await uses(engine)).toMatchObject({
      turns: 2,
      Fox: ['warm', 2, 2],
      Law: ['always', 2, 2],
      Owl: ['never', 0, 0],
      Off: ['off', 2, 0],
    });
    await engine.close();
  });

  test('counts swipes of one reply once, and previews not at all', async () => {
    const { engine } = engineHost(notes);
    await engine.open();
    for (const g of ['a', 'swipe', 'swipe', 'again']) await generated(engine, ['Mara: the fox'], g);
    await engine.preview(requestFor(chatOf('Mara: the hare')), {});
    expect(await uses(engine)).toMatchObject({ turns: 1, Fox: ['warm', 1, 1], Hare: ['never', 0, 0] });
    await engine.close();
  });

  test('costs a turn nothing: it is counted and stored later', async () => {
    const { engine, time, store } = engineHost(notes);
    await engine.open();
    await settled();
    const before = store.names;
    await generated(engine, ['Mara: the fox'], 'a');
    await settled();
    expect(store.names.filter((name) => name.startsWith('analytics'))).toEqual(
      before.filter((name) => name.startsWith('analytics')),
    );
    time.advance(20_000);
    await settled();
    expect(store.names).toContain('analytics-0');
    await engine.close();
  });

  test('survives a restart and a vault that is away, and follows renames', async () => {
    const store = new MemoryDocumentStore();
    const first = engineHost(notes, store);
    await first.engine.open();
    await generated(first.engine, ['Mara: the fox'], 'a');
    first.source.rename('Fox.md', 'Vixen.md');
    await settled();
    first.time.advance(5_000);
    first.source.set('Fox.md', lore('keys: [other]'));
    await settled();
    expect(await uses(first.engine)).toMatchObject({ Vixen: ['warm', 1, 1], Fox: ['never', 0, 0] });
    await first.engine.close();

    const away = engineHost({}, store);
    await away.engine.open();
    await settled();
    const gone = (await away.engine.analytics.report({})).entries.find(({ title }) => title === 'Fox');
    expect(gone).toMatchObject({ state: 'gone', path: undefined, tally: { injected: 1 } });
    await away.engine.close();

    const back = engineHost({ ...notes, 'Fox.md': lore('keys: [other]'), 'Vixen.md': lore('keys: [fox]') }, store);
    await back.engine.open();
    expect(await uses(back.engine)).toMatchObject({ turns: 1, Vixen: ['warm', 1, 1], Fox: ['never', 0, 0] });
    await back.engine.close();
  });

  test('can be forgotten and brought back, also by the next run', async () => {
    const store = new MemoryDocumentStore();
    const { engine } = engineHost(notes, store);
    await engine.open();
    const events: string[] = [];
    engine.on(({ kind }) => events.push(kind));
    await generated(engine, ['Mara: the fox'], 'a');
    expect(await engine.analytics.reset()).toBe(true);
    expect(await uses(engine)).toMatchObject({ turns: 0, Fox: ['never', 0, 0] });
    expect(events).toContain('analytics-changed');
    await engine.close();

    const next = engineHost(notes, store);
    await next.engine.open();
    await generated(next.engine, ['Mara: the fox', 'Vesk: yes', 'Mara: the fox'], 'b');
    expect(await next.engine.analytics.undoReset()).toBe(true);
    expect(await uses(next.engine)).toMatchObject({ turns: 2, Fox: ['warm', 2, 2] });
    expect(await next.engine.analytics.undoReset()).toBe(false);
    await next.engine.close();
  });

  test('is told of one chat, of some days, and turn by turn', async () => {
    const { engine, time } = engineHost(notes);
    await engine.open();
    await generated(engine, ['Mara: the fox'], 'a');
    time.advance(86_400_000 * 10);
    const chat = { ...requestFor([]).chat, id: 'other' };
    await engine.generate(requestFor(chatOf('Mara: the hare'), { generationId: 'b', chat }), 10_000);
    expect((await engine.analytics.report({ days: 5 })).turns.turns).toBe(1);
    expect((await engine.analytics.report({ chat: 'other', days: 90 })).turns.turns).toBe(1);
    expect((await engine.analytics.report({ chat: 'nobody' })).turns.turns).toBe(0);
    const course = await engine.analytics.course({});
    expect(course.days).toHaveLength(2);
    expect(course.recent.map(({ generation }) => generation)).toEqual(['a', 'b']);
    expect(course.chats.map(({ id }) => id).sort()).toEqual(['chat', 'other']);
    await engine.close();
  });
});
