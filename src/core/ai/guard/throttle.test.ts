import { expect, test } from 'vitest';
import { ManualTime } from '../../../adapters/memory/manual-time';
import { ModelError } from '../model-error';
import { outcome, settle } from '../../../../tests/support/guarded-model';
import { Throttle } from './throttle';

function open() {
  const time = new ManualTime();
  const throttle = new Throttle({ clock: time, timer: time });
  const starts: string[] = [];
  const begin = time.now();
  const ask = (name: string, signal = new AbortController().signal, place: 'front' | 'back' = 'back') =>
    throttle.turn(signal, place).then(() => void starts.push(`${name} ${String(time.now() - begin)}`));
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      time.advance(100);
      await settle();
    }
  };
  return { time, throttle, starts, ask, pass };
}

test('BR-181 twenty requests at once all start, half a second apart and in order', async () => {
  const { ask, pass, starts } = open();
  const asked = Array.from({ length: 20 }, (_, at) => ask(String(at)));
  await settle();
  await pass(9_500);
  await Promise.all(asked);
  expect(starts).toEqual(Array.from({ length: 20 }, (_, at) => `${String(at)} ${String(at * 500)}`));
});

test('a request long after the last one starts at once', async () => {
  const { ask, pass, starts, time } = open();
  await ask('a');
  await pass(700);
  await ask('b');
  expect(starts).toEqual(['a 0', 'b 700']);
  expect(time.waiting).toBe(0);
});

test('an aborted one leaves the queue at once, and its turn goes to the next', async () => {
  const { ask, pass, starts, throttle, time } = open();
  const abort = new AbortController();
  await ask('a');
  const left = outcome(ask('b', abort.signal));
  void ask('c');
  abort.abort(new Error('stop button'));
  expect(await left).toBe('aborted');
  expect(throttle.waiting).toBe(1);
  await pass(500);
  expect(starts).toEqual(['a 0', 'c 500']);
  expect(time.waiting).toBe(0);
});

test('the last that leaves takes the timer with it, and the reason is kept', async () => {
  const { ask, throttle, time } = open();
  const reason = new Error('stop button');
  const abort = new AbortController();
  await ask('a');
  const left = ask('b', abort.signal).catch((error: unknown) => error);
  abort.abort(reason);
  expect(await left).toMatchObject({ kind: 'aborted', cause: reason });
  expect([throttle.waiting, time.waiting]).toEqual([0, 0]);
});

test('one that was aborted before takes no turn', async () => {
  const { ask, starts } = open();
  expect(await outcome(ask('a', AbortSignal.abort()))).toBe('aborted');
  await ask('b');
  expect(starts).toEqual(['b 0']);
});

test('a second try stands in front of those who wait', async () => {
  const { ask, pass, starts } = open();
  await ask('a');
  void ask('b');
  void ask('again', undefined, 'front');
  await pass(1_000);
  expect(starts).toEqual(['a 0', 'again 500', 'b 1000']);
});

test('the dismissed go with the error and hold up nobody', async () => {
  const { ask, pass, starts, throttle, time } = open();
  await ask('a');
  const waiting = [outcome(ask('b')), outcome(ask('c'))];
  throttle.dismiss(() => new ModelError('paused', 'Not now.'));
  expect(await Promise.all(waiting)).toEqual(['paused', 'paused']);
  expect(time.waiting).toBe(0);
  void ask('d');
  await pass(500);
  expect(starts).toEqual(['a 0', 'd 500']);
});

test('a clock that is set back makes nobody wait longer than the gap', async () => {
  let now = 1_000_000;
  const time = new ManualTime();
  const throttle = new Throttle({ clock: { now: () => now }, timer: time });
  await throttle.turn(new AbortController().signal);
  now -= 500_000;
  let hasStarted = false;
  void throttle.turn(new AbortController().signal).then(() => (hasStarted = true));
  now += 500;
  time.advance(500);
  await settle();
  expect(hasStarted).toBe(true);
});
