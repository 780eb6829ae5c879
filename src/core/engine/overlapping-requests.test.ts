import { describe, expect, test } from 'vitest';
import { engineHost, titlesOf } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';
import type { RecordAt } from '../chat/injection-record';

const notes = { 'Bell.md': lore('keys: [bell]\ncooldown: 2'), 'Slow.md': lore('keys: ["/(b+)+ell/"]') };
const chat = chatOf('Mara: the bell');

describe('BR-192 two requests for one turn of a chat', () => {
  test('the first, called off while a pattern still runs, leaves no turn behind, and the second finds all', async () => {
    const host = engineHost(notes);
    await host.engine.open();
    const run = host.patterns.run.bind(host.patterns);
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    host.patterns.run = (...job) => gate.then(() => run(...job));
    const calledOff = new AbortController();
    const first = host.engine.generate(requestFor(chat, { generationId: 'first' }), 10_000, calledOff.signal);
    calledOff.abort();
    host.patterns.run = run;
    const second = await host.engine.generate(requestFor(chat, { generationId: 'second' }), 10_000);
    goOn();
    await first;
    expect([...titlesOf(second)].sort()).toEqual(['Bell', 'Slow']);
    expect(host.engine.generations('chat', 10).map((trace) => trace.id)).toEqual(['second']);
    expect(host.engine.status().lastTurn?.id).toBe('second');
  });

  test('that are both answered rest an entry once, by the record that the reply carries', async () => {
    const { engine } = engineHost(notes);
    await engine.open();
    const answers = await Promise.all(
      ['first', 'second'].map((generationId) => engine.generate(requestFor(chat, { generationId }), 10_000)),
    );
    expect(answers.map((answer) => titlesOf(answer).includes('Bell'))).toEqual([true, true]);
    const record = answers[1]?.record;
    if (!record) throw new Error('The second request has no answer.');
    const bellAfter = async (replies: number): Promise<boolean> => {
      const later = Array.from({ length: replies - 1 }, (_, at): RecordAt => [
        2 * at + 3,
        { v: 1, g: String(at), e: [] },
      ]);
      const lines = Array.from({ length: replies }, () => ['Vesk: yes', 'Mara: the bell']).flat();
      const request = requestFor(chatOf('Mara: the bell', ...lines), {
        generationId: `after ${String(replies)}`,
        records: [[1, record], ...later],
      });
      return titlesOf(await engine.generate(request, 10_000)).includes('Bell');
    };
    expect([await bellAfter(1), await bellAfter(2), await bellAfter(3)]).toEqual([false, false, true]);
  });

  test('with one id are one turn', async () => {
    const { engine } = engineHost(notes);
    await engine.open();
    const [first, second] = await Promise.all([1, 2].map(() => engine.generate(requestFor(chat), 10_000)));
    expect(second?.record).toEqual(first?.record);
    expect(engine.generations('chat', 10)).toHaveLength(1);
  });
});
