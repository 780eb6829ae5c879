import { describe, expect, test } from 'vitest';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import { chatOf, turn } from '../../../tests/support/lore-vault';
import { GenerationLog } from './generation-log';

/** A result of a chat, a generation and a time. */
async function result(chat: string, id: string, at = 0): Promise<RetrievalResult> {
  const made = await turn({}, chatOf('Mara: x'), {
    request: { generationId: id, chat: { id: chat, parent: undefined, name: undefined, isGroup: false } },
  });
  return { ...made, trace: { ...made.trace, at } };
}

describe('kept generations', () => {
  test('are found by chat and id: the same id in another chat is another generation', async () => {
    const log = new GenerationLog();
    const [here, there] = [await result('a', 'g'), await result('b', 'g')];
    log.add(here, 5);
    log.add(there, 5);
    expect(log.find('a', 'g')).toBe(here);
    expect(log.find('b', 'g')).toBe(there);
    expect(log.find('c', 'g')).toBeUndefined();
  });

  test('the same id again takes the place of the earlier one', async () => {
    const log = new GenerationLog();
    const [first, again] = [await result('a', 'g', 1), await result('a', 'g', 2)];
    log.add(first, 5);
    log.add(again, 5);
    expect(log.find('a', 'g')).toBe(again);
    expect(log.traces('a', 9)).toEqual([again.trace]);
  });

  test('are the newest of each chat, newest first over all chats', async () => {
    const log = new GenerationLog();
    for (const [chat, id, at] of [
      ['a', '1', 1],
      ['b', '2', 2],
      ['a', '3', 3],
      ['a', '4', 4],
    ] as const) {
      log.add(await result(chat, id, at), 2);
    }
    expect(log.traces('a', 9).map(({ id }) => id)).toEqual(['4', '3']);
    expect(log.traces(undefined, 9).map(({ id }) => id)).toEqual(['4', '3', '2']);
    expect(log.traces(undefined, 1).map(({ id }) => id)).toEqual(['4']);
    expect(log.trace('1')).toBeUndefined();
    expect(log.trace('2')?.chat).toBe('b');
    expect(log.traces('nobody', 9)).toEqual([]);
  });

  test('are those of the 50 chats that were played last', async () => {
    const log = new GenerationLog();
    for (let chat = 0; chat < 51; chat++) log.add(await result(`chat ${String(chat)}`, 'g'), 2);
    expect(log.find('chat 0', 'g')).toBeUndefined();
    expect(log.find('chat 50', 'g')).toBeDefined();
  });
});
