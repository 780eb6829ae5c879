import { describe, expect, test } from 'vitest';
import type { ModelAnswer } from '../language-model';
import { ModelError } from '../model-error';
import {
  deafModel,
  failure,
  guarded,
  outcome,
  request,
  settle,
  textsOf,
} from '../../../../tests/support/guarded-model';

const answer = (text: string, usage = { input: 10, output: 5, cached: 0 }) => ({ answer: { text, usage } });
const text = ({ text: said }: ModelAnswer): string => said;
const unreadable = (): never => {
  throw new ModelError('unusable', 'It could not be read.');
};

describe('a guarded model', () => {
  test('hands the answer through and counts its tokens', async () => {
    const { model, ledger } = guarded([answer('Mill')]);
    expect(await model.ask(request(), text)).toBe('Mill');
    expect(ledger.usedToday('search')).toBe(15);
  });

  test('streams what the model streams, and counts its tokens', async () => {
    const { model, ledger } = guarded([answer('The old mill')]);
    expect(await textsOf(model.stream(request()))).toEqual(['The', ' old', ' mill', 'done']);
    expect(ledger.usedToday('search')).toBe(15);
  });

  test('counts what it can only estimate, so that a daily limit holds everywhere', async () => {
    const { model, ledger } = guarded([answer('x'.repeat(40), { input: 0, output: 0, cached: 0 })], { chat: 'c' });
    await model.generate(request());
    expect(ledger.ofChat('c').search).toMatchObject({ input: 4, output: 10, estimated: 1 });
  });
});

describe('the breaker', () => {
  test('is shared by all channels of a connection, and asks nobody while it is open', async () => {
    const { model, sibling, inner, time, guards } = guarded([failure('server'), failure('network'), answer('ok')]);
    const scribe = sibling({ channel: 'scribe' });
    expect(await outcome(model.generate(request()))).toBe('server');
    time.advance(500);
    expect(await outcome(scribe.generate(request()))).toBe('network');
    expect(await outcome(model.generate(request()))).toBe('paused');
    expect(await textsOf(scribe.stream(request()))).toEqual(['failed: paused']);
    expect(inner.requests).toHaveLength(2);
    expect(guards.states()).toMatchObject([{ connection: 'openai', state: 'open', waiting: 0 }]);
    guards.reset('openai');
    time.advance(500);
    expect(await model.ask(request(), text)).toBe('ok');
  });

  test('opens at two answers in a row that nobody can read', async () => {
    const { model, time, connection, inner } = guarded([answer('what?'), answer('hm'), answer('fine')]);
    expect(await outcome(model.ask(request(), unreadable))).toBe('unusable');
    time.advance(500);
    expect(await outcome(model.ask(request(), unreadable))).toBe('unusable');
    expect(connection.breaker.state).toMatchObject({ state: 'open', failures: 2 });
    expect(await outcome(model.generate(request()))).toBe('paused');
    expect(inner.requests).toHaveLength(2);
  });

  test('opens anew when the answer to the probe cannot be read', async () => {
    const { model, time, connection } = guarded([failure('server'), failure('server'), answer('what?'), answer('ok')]);
    for (let count = 0; count < 2; count++) {
      await outcome(model.generate(request()));
      time.advance(500);
    }
    time.advance(30_000);
    expect(await outcome(model.ask(request(), unreadable))).toBe('unusable');
    expect(connection.breaker.state.state).toBe('open');
    time.advance(30_000);
    expect(await model.ask(request(), text)).toBe('ok');
    expect(connection.breaker.state.state).toBe('closed');
  });

  test('counts tokens of answers that cannot be read', async () => {
    const { model, ledger } = guarded([answer('what?')]);
    await outcome(model.ask(request(), unreadable));
    expect(ledger.usedToday('search')).toBe(15);
  });

  test('sends those who wait for their turn home when it opens', async () => {
    const { model, time, inner } = guarded([failure('server'), { ...failure('server'), after: 400 }, answer('ok')]);
    await outcome(model.generate(request()));
    const waiting = [1, 2, 3, 4].map(() => outcome(model.generate(request())));
    time.advance(500);
    await settle();
    time.advance(400);
    expect(await Promise.all(waiting)).toEqual(['server', 'paused', 'paused', 'paused']);
    expect(inner.requests).toHaveLength(2);
    expect(time.waiting).toBe(0);
  });
});

describe('the probe', () => {
  async function atProbe(...script: Parameters<typeof guarded>[0]) {
    const opened = guarded([failure('server'), failure('server'), ...script]);
    for (let count = 0; count < 2; count++) {
      await outcome(opened.model.generate(request()));
      opened.time.advance(500);
    }
    opened.time.advance(30_000);
    return opened;
  }

  test('is one: while it runs every other caller is refused at once', async () => {
    const { model, time } = await atProbe({ ...answer('back'), after: 3_000 });
    const probe = outcome(model.ask(request(), text));
    const others = [1, 2, 3].map(() => outcome(model.generate(request())));
    await settle();
    expect(await Promise.all(others)).toEqual(['paused', 'paused', 'paused']);
    time.advance(3_000);
    expect(await probe).toBe('back');
  });

  test('that is aborted, also while it is retried, leaves the place to the next', async () => {
    for (const step of [{ isSilent: true }, failure('rate-limit', { retryAfter: 5_000 })]) {
      const { model, connection, time } = await atProbe(step, answer('back'));
      const abort = new AbortController();
      const probe = outcome(model.generate(request(abort.signal)));
      await settle();
      expect(connection.breaker.state.state).toBe('probing');
      abort.abort();
      expect(await probe).toBe('aborted');
      time.advance(500);
      expect(await model.ask(request(), text)).toBe('back');
    }
  });

  test('that times out leaves the place to the next', async () => {
    const { model, time } = await atProbe({ isSilent: true }, answer('back'));
    const probe = outcome(model.generate(request()));
    await settle();
    time.advance(20_000);
    expect(await probe).toBe('timeout');
    expect(await model.ask(request(), text)).toBe('back');
  });

  test('whose stream is left early leaves the place to the next', async () => {
    const { model, connection, time } = await atProbe(answer('a b c'), answer('back'));
    for await (const part of model.stream(request())) {
      expect(part.kind).toBe('text');
      break;
    }
    expect(connection.breaker.state.state).toBe('open');
    time.advance(500);
    expect(await model.ask(request(), text)).toBe('back');
  });
});

describe('a provider that says later', () => {
  test.each([
    ['429', failure('rate-limit', { status: 429, retryAfter: 2_000 })],
    ['503', failure('server', { status: 503, retryAfter: 2_000 })],
    ['529', failure('server', { status: 529, retryAfter: 2_000 })],
  ])('with %s is asked once more, after the time that it names', async (_, step) => {
    const { model, time, inner } = guarded([step, answer('ok')]);
    const asked = outcome(model.ask(request(), text));
    await settle();
    time.advance(1_999);
    await settle();
    expect(inner.requests).toHaveLength(1);
    time.advance(1);
    expect(await asked).toBe('ok');
  });

  test('is asked after a second when it names no time', async () => {
    const { model, time } = guarded([failure('rate-limit'), answer('ok')]);
    const asked = outcome(model.ask(request(), text));
    await settle();
    time.advance(1_000);
    expect(await asked).toBe('ok');
  });

  test.each([failure('server', { status: 500 }), failure('auth'), failure('request'), failure('network')])(
    'only: %j is not asked again',
    async (step) => {
      const { model, inner } = guarded([step, answer('never')]);
      expect(await outcome(model.generate(request()))).toBe(step.error.kind);
      expect(inner.requests).toHaveLength(1);
    },
  );

  test('BR-180 twice ends a search at the second, within its time', async () => {
    const later = failure('rate-limit', { status: 429, retryAfter: 2_000 });
    const { model, time, inner, connection } = guarded([later, later, answer('too late')]);
    const asked = outcome(model.generate(request()));
    await settle();
    time.advance(2_000);
    expect(await asked).toBe('rate-limit');
    expect(inner.requests).toHaveLength(2);
    expect(connection.breaker.state.failures).toBe(0);
  });

  test('BR-180 with a time beyond the limit is not waited for', async () => {
    const { model, time } = guarded([failure('rate-limit', { retryAfter: 20_000 })]);
    expect(await outcome(model.generate(request()))).toBe('rate-limit');
    expect(time.waiting).toBe(0);
  });

  test('BR-180 fifty summaries that may be tried three times all come', async () => {
    const later = failure('rate-limit', { status: 429, retryAfter: 2_000 });
    const answers = Array.from({ length: 50 }, (_, at) => answer(String(at)));
    const { model, time } = guarded([later, later, ...answers], { channel: 'scribe', timeoutMs: 120_000, tries: 3 });
    const texts: string[] = [];
    const bulk = (async () => {
      for (let at = 0; at < 50; at++) texts.push(await model.ask(request(), text));
    })();
    for (let second = 0; second < 120; second++) {
      time.advance(250);
      await settle();
    }
    await bulk;
    expect(texts).toEqual(answers.map((one) => one.answer.text));
  });

  test('is asked for a stream again as long as nothing has come', async () => {
    const later = failure('server', { status: 503, retryAfter: 700 });
    const { model, time } = guarded([later, { answer: { text: 'The mill' }, ...later }, answer('never')], { tries: 5 });
    const texts = textsOf(model.stream(request()));
    await settle();
    time.advance(700);
    expect(await texts).toEqual(['The', ' mill', 'failed: server']);
  });

  test('keeps the gap between starts for second tries, too', async () => {
    const { model, time, inner } = guarded([failure('rate-limit', { retryAfter: 0 }), answer('ok'), answer('b')]);
    const asked = outcome(model.ask(request(), text));
    await settle();
    time.advance(499);
    await settle();
    expect(inner.requests).toHaveLength(1);
    time.advance(1);
    expect(await asked).toBe('ok');
  });
});

describe('the time limit', () => {
  test('BR-182 ends a request to a silent model, and counts nothing against the provider', async () => {
    const { model, time, connection } = guarded([{ isSilent: true }]);
    const asked = model.generate(request()).catch((error: unknown) => error);
    await settle();
    time.advance(20_000);
    const error = await asked;
    expect(error).toMatchObject({ kind: 'timeout' });
    expect(String(error)).toContain('raise the time limit');
    expect(connection.breaker.state.failures).toBe(0);
    expect(time.waiting).toBe(0);
  });

  test('also ends one to a model that does not listen, streams too', async () => {
    const { sibling, time } = guarded([]);
    const model = sibling({ model: deafModel });
    const asked = outcome(model.generate(request()));
    await settle();
    time.advance(20_000);
    expect(await asked).toBe('timeout');
    const parts = textsOf(model.stream(request()));
    await settle();
    time.advance(20_000);
    expect(await parts).toEqual(['failed: timeout']);
  });

  test('holds second tries and their waits, too', async () => {
    const later = failure('rate-limit', { retryAfter: 15_000 });
    const { model, time } = guarded([later, { isSilent: true }]);
    const asked = outcome(model.generate(request()));
    await settle();
    time.advance(15_000);
    await settle();
    time.advance(5_000);
    expect(await asked).toBe('timeout');
  });

  test('is measured by the clock where the timer comes late', async () => {
    let late = 0;
    const opened = guarded([{ ...answer('x'), after: 100 }]);
    const clock = { now: () => opened.time.now() + late };
    const model = opened.sibling({ ports: { ...opened.ports, clock } });
    const asked = outcome(model.generate(request()));
    await settle();
    late = 30_000;
    opened.time.advance(100);
    expect(await asked).toBe('timeout');
  });

  test('does not run while a request waits for its turn', async () => {
    const { model, time } = guarded([answer('a'), { ...answer('b'), after: 900 }], { timeoutMs: 1_000 });
    await model.generate(request());
    const asked = outcome(model.ask(request(), text));
    time.advance(500);
    await settle();
    time.advance(900);
    expect(await asked).toBe('b');
  });

  test('leaves no listener on the caller’s signal', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    const { model, time } = guarded([answer('a'), failure('server'), answer('c')]);
    for (let count = 0; count < 3; count++) {
      await outcome(model.generate(request(signal)));
      time.advance(500);
    }
    expect(listeners).toBe(0);
  });
});

describe('an abort', () => {
  test.each([
    ['a silent model', { isSilent: true }],
    ['the wait for a second try', failure('rate-limit', { retryAfter: 10_000 })],
  ])('ends %s at once with the caller’s reason', async (_, step) => {
    const { model, time } = guarded([step]);
    const abort = new AbortController();
    const reason = new Error('stop button');
    const asked = model.generate(request(abort.signal)).catch((error: unknown) => error);
    await settle();
    abort.abort(reason);
    expect(await asked).toMatchObject({ kind: 'aborted', cause: reason });
    expect(time.waiting).toBe(0);
  });

  test('ends a model that does not listen, and its stream', async () => {
    const { sibling, time } = guarded([]);
    const model = sibling({ model: deafModel });
    const abort = new AbortController();
    const asked = outcome(model.generate(request(abort.signal)));
    time.advance(500);
    const parts = textsOf(model.stream(request(abort.signal)));
    await settle();
    abort.abort();
    expect(await asked).toBe('aborted');
    expect(await parts).toEqual(['failed: aborted']);
  });

  test('before the start asks nobody', async () => {
    const { model, inner } = guarded([answer('never')]);
    expect(await outcome(model.generate(request(AbortSignal.abort())))).toBe('aborted');
    expect(await textsOf(model.stream(request(AbortSignal.abort())))).toEqual(['failed: aborted']);
    expect(inner.requests).toHaveLength(0);
  });
});

describe('the daily limit', () => {
  test('refuses when it is reached, until the next day, and holds for its channel alone', async () => {
    const { model, sibling, time, inner } = guarded([answer('a'), answer('b'), answer('c')], { dailyTokens: 15 });
    await model.generate(request());
    time.advance(500);
    expect(await outcome(model.generate(request()))).toBe('spent');
    expect(await textsOf(model.stream(request()))).toEqual(['failed: spent']);
    expect(inner.requests).toHaveLength(1);
    expect(await sibling({ channel: 'keys' }).ask(request(), text)).toBe('b');
    time.advance(86_400_000);
    expect(await model.ask(request(), text)).toBe('c');
  });

  test('is looked at again after the wait for the turn', async () => {
    const { model, time, inner } = guarded([answer('a'), answer('b')], { dailyTokens: 15 });
    const all = [1, 2, 3].map(() => outcome(model.ask(request(), text)));
    await settle();
    for (let count = 0; count < 3; count++) {
      time.advance(500);
      await settle();
    }
    expect(await Promise.all(all)).toEqual(['a', 'spent', 'spent']);
    expect(inner.requests).toHaveLength(1);
  });
});

test('an answer that refuses is a refusal for who wants to read it, and text for who shows it', async () => {
  const refused = { answer: { text: 'I cannot.', finish: 'refusal' as const } };
  const { model, time, connection } = guarded([refused, refused]);
  expect(await outcome(model.ask(request(), text))).toBe('refusal');
  time.advance(500);
  expect((await model.generate(request())).text).toBe('I cannot.');
  expect(connection.breaker.state.failures).toBe(0);
});

test('a thousand requests to a provider that fails in every way all end, and nothing is left over', async () => {
  const kinds = ['server', 'network', 'rate-limit', 'timeout', 'auth', 'refusal', 'request'] as const;
  const steps = Array.from({ length: 5_000 }, (_, at) =>
    at % 8 === 7 ? { isSilent: true } : failure(kinds[at % 8] ?? 'server', { retryAfter: (at % 5) * 1_000 }),
  );
  const { model, time, connection } = guarded(steps);
  const ends: unknown[] = [];
  for (let turn = 0; turn < 1_000; turn++) {
    const asked = outcome(model.ask(request(), text)).then((end) => ends.push(end));
    for (let step = 0; ends.length === turn && step < 50; step++) {
      time.advance(1_000);
      await settle();
    }
    if (ends.length > turn) await asked;
  }
  expect(ends).toHaveLength(1_000);
  expect(new Set(ends)).toContain('paused');
  expect([time.waiting, connection.throttle.waiting]).toEqual([0, 0]);
});
