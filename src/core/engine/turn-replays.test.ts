import { describe, expect, test } from 'vitest';
import { engineHost, generated } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';
import { isChanged } from '../pipeline/compare-turns';

const notes = {
  'Fox.md': lore('keys: [fox]'),
  'Owl.md': lore('keys: [owl]\nposition: before'),
};
const lines = ['Mara: A fox.', 'Hesper: Yes.', 'Mara: An owl.', 'Hesper: No.'];

async function played() {
  const host = engineHost(notes);
  await host.engine.open();
  for (const until of [1, 3]) await generated(host.engine, lines.slice(0, until));
  return host;
}

async function replayed({ engine }: Awaited<ReturnType<typeof played>>, signal?: AbortSignal) {
  const traces = engine.lab.replays.turnsOf({ kind: 'chat', id: 'chat' });
  const told: string[] = [];
  const titles = (changes: readonly { title: string }[]): string => changes.map(({ title }) => title).join();
  for await (const { trace, outcome } of engine.lab.replays.play(traces, signal)) {
    if (outcome.kind === 'lost') told.push(`${String(trace.turn)} lost`);
    else {
      const { came, went, stayed } = outcome.comparison;
      told.push(
        `${String(trace.turn)} ${outcome.from} +${titles(came)} -${titles(went)} ~${titles(stayed.filter(isChanged))}`,
      );
    }
  }
  return told;
}

describe('kept turns that are played again', () => {
  test('are the same while nothing was edited', async () => {
    expect(await replayed(await played())).toEqual(['3 request + - ~', '1 request + - ~']);
  });

  test('tell what an edit did to the whole chat', async () => {
    const host = await played();
    host.source.set('Fox.md', lore('keys: [wolf]'));
    host.source.set('Owl.md', lore('keys: [owl]\nposition: after', 'A longer text than before.'));
    await host.engine.refresh();
    expect(await replayed(host)).toEqual(['3 request + -Fox ~Owl', '1 request + -Fox ~']);
  });

  test('know a note that was renamed meanwhile', async () => {
    const host = await played();
    host.source.rename('Fox.md', 'Vixen.md');
    await host.engine.refresh();
    expect(await replayed(host)).toEqual(['3 request + - ~', '1 request + - ~']);
  });

  test('end when they are told to', async () => {
    expect(await replayed(await played(), AbortSignal.abort())).toEqual([]);
  });

  test('of one turn are that turn alone, and of an unknown one none', async () => {
    const { engine } = await played();
    expect(engine.lab.replays.turnsOf({ kind: 'turn', id: 'generation 3' }).map(({ turn }) => turn)).toEqual([3]);
    expect(engine.lab.replays.turnsOf({ kind: 'turn', id: 'none' })).toEqual([]);
  });
});

describe('turns whose request is not kept any more', () => {
  const many = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? `Mara: A fox ${String(at)}.` : 'Hesper: Yes.'));

  async function long(told: boolean) {
    const host = engineHost(notes);
    await host.engine.open();
    for (let until = 1; until <= many.length; until += 2)
      await host.engine.generate(
        requestFor(chatOf(...many.slice(0, until)), { generationId: `g${String(until)}` }),
        10_000,
      );
    if (told) {
      const messages = chatOf(...many).map(({ index, role, name, text }) => ({ index, role, name, text }));
      await host.engine.transcripts.keep(
        { chat: 'chat', name: 'Foxes', from: 0, before: '', names: [], messages },
        undefined,
        false,
      );
    }
    return replayed(host);
  }

  test('are played from the messages of the chat where these are known', async () => {
    const turns = await long(true);
    expect(turns).toHaveLength(12);
    expect(turns.filter((one) => one.includes('request'))).toHaveLength(8);
    expect(turns.filter((one) => / messages \+ - ~$/.test(one))).toHaveLength(4);
  });

  test('say so where nothing is known', async () => {
    expect((await long(false)).filter((one) => one.endsWith('lost'))).toHaveLength(4);
  });
});
