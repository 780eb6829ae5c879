import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../../adapters/memory/collecting-log';
import { ManualTime } from '../../../adapters/memory/manual-time';
import type { ModelAnswer, ModelRequest } from '../language-model';
import { ModelError } from '../model-error';
import { candidate, question } from '../testing/selection';
import { EntrySelection } from './entry-selection';
import type { SelectionModel } from './selection-model';

/** A model that answers when it is told to, and says what it was asked. */
function scripted() {
  const asked: ModelRequest[] = [];
  const waiting: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const model: SelectionModel = {
    id: 'm',
    maxTokens: 100,
    temperature: 0.2,
    ask: (request, read) => {
      asked.push(request);
      return new Promise<ModelAnswer>((resolve, reject) => {
        const usage = { input: 1, output: 1, cached: 0 };
        waiting.push({ resolve: (text) => resolve({ text, toolCalls: [], usage, finish: 'stop' }), reject });
        request.signal.addEventListener('abort', () => reject(new ModelError('aborted', 'Stopped.')), { once: true });
      }).then(read);
    },
  };
  return {
    model,
    asked,
    answer: (text: string) => waiting.shift()?.resolve(text),
    fail: (error: Error) => waiting.shift()?.reject(error),
  };
}

function selection() {
  const time = new ManualTime();
  const log = new CollectingLog();
  return { time, log, entries: new EntrySelection({ clock: time, log, newAbort: () => new AbortController() }) };
}

const wait = () => ({ due: new AbortController().signal });
const two = { candidates: [candidate('keep'), candidate('mill')] };
const picksBoth = '{"selected":[{"id":2,"confidence":"low","reason":"r"},{"id":1,"confidence":"high","reason":""}]}';

describe('asking', () => {
  test('gives the picks, the surest first, and remembers them with their age', async () => {
    const { entries, time } = selection();
    const { model, answer, asked } = scripted();
    const outcome = entries.select(question(two), model, wait());
    answer(picksBoth);
    expect(await outcome).toMatchObject({
      kind: 'chosen',
      source: 'model',
      age: 0,
      picks: [
        { id: 'keep', confidence: 'high' },
        { id: 'mill', confidence: 'low', reason: 'r' },
      ],
    });
    expect(asked[0]).toMatchObject({ maxTokens: 100, temperature: 0.2, form: { name: 'selection' } });
    time.advance(5_000);
    expect(await entries.select(question(two), model, wait())).toMatchObject({ source: 'same', age: 5_000 });
    expect(asked).toHaveLength(1);
  });

  test('keeps to threshold and limit', async () => {
    const { entries } = selection();
    const { model, answer } = scripted();
    const sure = entries.select(question({ ...two, threshold: 'medium' }), model, wait());
    answer(picksBoth);
    expect(await sure).toMatchObject({ picks: [{ id: 'keep' }] });
    const one = entries.select(question({ ...two, mostPicks: 1 }), model, wait());
    answer(picksBoth);
    expect(await one).toMatchObject({ picks: [{ id: 'keep' }] });
  });

  test.each<[string, Error, string]>([
    ['a failure of the model', new ModelError('auth', 'The key.'), 'auth'],
    ['a failure of ours', new TypeError('oops'), 'unusable'],
  ])('never fails: %s is an outcome and is not remembered', async (_, error, kind) => {
    const { entries } = selection();
    const { model, fail, asked } = scripted();
    const outcome = entries.select(question(two), model, wait());
    fail(error);
    expect(await outcome).toMatchObject({ kind: 'failed', error: kind });
    void entries.select(question(two), model, wait());
    expect(asked).toHaveLength(2);
  });

  test('BR-184 an answer that cannot be read is told as such', async () => {
    const { entries } = selection();
    const { model, answer } = scripted();
    const outcome = entries.select(question(two), model, wait());
    answer('I would rather talk about the weather.');
    expect(await outcome).toMatchObject({ kind: 'failed', error: 'unusable' });
  });
});

describe('a turn that is due', () => {
  test('goes on at once; the answer that comes later serves the next try', async () => {
    const { entries } = selection();
    const { model, answer, asked } = scripted();
    const due = new AbortController();
    const outcome = entries.select(question(two), model, { due: due.signal });
    due.abort();
    expect(await outcome).toMatchObject({ kind: 'failed', error: 'timeout' });
    expect(asked[0]?.signal.aborted).toBe(false);
    const swipe = entries.select(question(two), model, wait());
    answer(picksBoth);
    expect(await swipe).toMatchObject({ kind: 'chosen' });
    expect(asked).toHaveLength(1);
  });

  test('is late when it was prepared ahead and the answer is not there yet', async () => {
    const { entries } = selection();
    const { model, asked } = scripted();
    void entries.select(question(two), model, { ...wait(), isAhead: true });
    const due = new AbortController();
    const outcome = entries.select(question(two), model, { due: due.signal });
    due.abort();
    expect(await outcome).toMatchObject({ kind: 'failed', error: 'late' });
    expect(asked).toHaveLength(1);
  });

  test('that is stopped stops the question too', async () => {
    const { entries } = selection();
    const { model, asked } = scripted();
    const stop = new AbortController();
    const outcome = entries.select(question(two), model, { ...wait(), stop: stop.signal });
    stop.abort(new Error('stop button'));
    expect(await outcome).toMatchObject({ kind: 'failed', error: 'aborted' });
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});

describe('BR-192 of two questions of one chat', () => {
  test('the newer stops the older one', async () => {
    const { entries } = selection();
    const { model, answer, asked } = scripted();
    const older = entries.select(question(two), model, wait());
    const newer = entries.select(question({ ...two, mostPicks: 1 }), model, wait());
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    answer('');
    answer(picksBoth);
    expect(await older).toMatchObject({ kind: 'failed', error: 'aborted' });
    expect(await newer).toMatchObject({ kind: 'chosen' });
  });

  test('equal ones are asked once, and chats do not disturb each other', async () => {
    const { entries } = selection();
    const { model, answer, asked } = scripted();
    const both = [entries.select(question(two), model, wait()), entries.select(question(two), model, wait())];
    const other = entries.select(question({ ...two, chat: 'other' }), model, wait());
    expect(asked).toHaveLength(2);
    answer(picksBoth);
    answer('[]');
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['chosen', 'chosen']);
    expect(await other).toMatchObject({ kind: 'chosen', picks: [] });
  });
});

describe('categories', () => {
  const many = question({
    candidates: Array.from({ length: 48 }, (_, at) =>
      candidate(`e${String(at)}`, {
        category: ['people', 'places', 'things', 'events'][at % 4] ?? '',
        isNamed: at === 1,
      }),
    ),
    categoryShare: 0.8,
  });

  test('are asked about first; what the chat names stays', async () => {
    const { entries } = selection();
    const { model, answer, asked } = scripted();
    const outcome = entries.select(many, model, wait());
    answer('{"categories":[1]}');
    await new Promise(setImmediate);
    const list = asked[1]?.messages[1]?.text ?? '';
    expect(list).toContain('13 entries to choose from');
    answer('[1]');
    expect(await outcome).toMatchObject({
      picks: [{ id: 'e0' }],
      categories: { chosen: ['people'], removed: 35, skipped: '' },
    });
  });

  test.each<[string, string]>([
    ['would take away too much', '{"categories":[]}'],
    ['are not answered', 'hm'],
  ])('that %s are not used', async (_, text) => {
    const { entries } = selection();
    const { model, answer, asked } = scripted();
    const outcome = entries.select(many, model, wait());
    answer(text);
    await new Promise(setImmediate);
    expect(asked[1]?.messages[1]?.text).toContain('48 entries to choose from');
    answer('[3]');
    expect(await outcome).toMatchObject({ picks: [{ id: 'e2' }], categories: { removed: 0 } });
  });

  test('are not asked about among few candidates', async () => {
    const { entries } = selection();
    const { model, answer, asked } = scripted();
    const outcome = entries.select(question({ ...two, categoryShare: 0.8 }), model, wait());
    await new Promise(setImmediate);
    answer('[1]');
    expect(await outcome).toMatchObject({ categories: undefined });
    expect(asked).toHaveLength(1);
  });
});
