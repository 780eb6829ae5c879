import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManualTime } from '../../../adapters/memory/manual-time';
import { ModelError, modelErrorKinds, type ModelErrorKind } from '../model-error';
import { CircuitBreaker } from './circuit-breaker';

const LEASE = 60_000;
const counted: readonly ModelErrorKind[] = ['server', 'network', 'unusable'];
const uncounted = modelErrorKinds.filter((kind) => !counted.includes(kind));
const error = (kind: ModelErrorKind) => new ModelError(kind, `It is ${kind}.`);

function open() {
  const time = new ManualTime();
  const breaker = new CircuitBreaker(time);
  const fail = (kind: ModelErrorKind): void => breaker.enter(LEASE).fail(error(kind));
  const shut = (): void => {
    fail('server');
    fail('network');
  };
  return { time, breaker, fail, shut };
}

describe('closed', () => {
  test.each(counted)('opens at the second %s in a row, for half a minute', (kind) => {
    const { breaker, fail, time } = open();
    fail(kind);
    expect(breaker.state).toMatchObject({ state: 'closed', failures: 1, opensAgainAt: undefined });
    fail(kind);
    expect(breaker.state).toMatchObject({ state: 'open', failures: 2, opensAgainAt: time.now() + 30_000 });
    expect(breaker.state.lastError).toMatchObject({ kind, at: time.now() });
    expect(breaker.refusal()).toMatchObject({ kind: 'paused', retryAfter: 30_000 });
    expect(() => breaker.enter(LEASE)).toThrow(ModelError);
  });

  test.each(uncounted)('neither counts nor forgets at %s', (kind) => {
    const { breaker, fail } = open();
    fail('server');
    for (let time = 0; time < 5; time++) fail(kind);
    expect(breaker.state).toMatchObject({ state: 'closed', failures: 1 });
    fail('server');
    expect(breaker.state.state).toBe('open');
  });

  test('forgets a failure when an answer comes', () => {
    const { breaker, fail } = open();
    fail('server');
    breaker.enter(LEASE).succeed();
    fail('server');
    expect(breaker.state).toMatchObject({ state: 'closed', failures: 1 });
  });

  test('counts each request once', () => {
    const { breaker } = open();
    const permit = breaker.enter(LEASE);
    permit.fail(error('server'));
    permit.fail(error('server'));
    permit.succeed();
    expect(breaker.state.failures).toBe(1);
  });

  test('takes an error that is none of ours for nothing', () => {
    const { breaker } = open();
    breaker.enter(LEASE).fail(new TypeError('a mistake'));
    expect(breaker.state.failures).toBe(0);
  });
});

describe('after the pause', () => {
  const atProbe = () => {
    const opened = open();
    opened.shut();
    opened.time.advance(30_000);
    return opened;
  };

  test('lets exactly one through and refuses the others at once', () => {
    const { breaker } = atProbe();
    const probe = breaker.enter(LEASE);
    expect(breaker.state.state).toBe('probing');
    for (let other = 0; other < 5; other++) expect(() => breaker.enter(LEASE)).toThrow(/not asked for a while/);
    probe.succeed();
    expect(breaker.state).toMatchObject({ state: 'closed', failures: 0 });
  });

  test.each(counted)('opens anew when the probe ends with %s', (kind) => {
    const { breaker, fail, time } = atProbe();
    fail(kind);
    expect(breaker.state).toMatchObject({ state: 'open', failures: 3, opensAgainAt: time.now() + 30_000 });
  });

  test.each<ModelErrorKind>(['auth', 'rate-limit', 'request', 'refusal'])(
    'closes when the probe ends with %s: the provider is there',
    (kind) => {
      const { breaker, fail } = atProbe();
      fail(kind);
      expect(breaker.state).toMatchObject({ state: 'closed', failures: 0 });
    },
  );

  test.each<ModelErrorKind>(['aborted', 'timeout', 'spent', 'paused', 'no-connection'])(
    'lets the next one probe when the probe ends with %s',
    (kind) => {
      const { breaker, fail } = atProbe();
      fail(kind);
      expect(breaker.state.state).toBe('open');
      breaker.enter(LEASE);
      expect(breaker.state.state).toBe('probing');
    },
  );

  test('lets the next one probe when the caller of the probe has left', () => {
    const { breaker } = atProbe();
    breaker.enter(LEASE).release();
    breaker.enter(LEASE).succeed();
    expect(breaker.state.state).toBe('closed');
  });

  test('takes a probe for lost when its time is over, and no word from it counts any more', () => {
    const { breaker, time } = atProbe();
    const lost = breaker.enter(LEASE);
    time.advance(LEASE);
    const second = breaker.enter(LEASE);
    lost.fail(error('server'));
    lost.succeed();
    expect(breaker.state.state).toBe('probing');
    second.succeed();
    expect(breaker.state.state).toBe('closed');
  });

  test('hears nothing of requests that were under way when it opened', () => {
    const { breaker, fail } = open();
    const [slow, slower] = [breaker.enter(LEASE), breaker.enter(LEASE)];
    fail('server');
    fail('server');
    slow.succeed();
    slower.fail(error('server'));
    expect(breaker.state).toMatchObject({ state: 'open', failures: 2 });
  });
});

test('a reset by hand closes it, and requests of before no longer count', () => {
  const { breaker, shut } = open();
  const old = breaker.enter(LEASE);
  shut();
  breaker.reset();
  expect(breaker.state).toEqual({ state: 'closed', failures: 0, lastError: undefined, opensAgainAt: undefined });
  old.fail(error('server'));
  expect(breaker.state.failures).toBe(0);
});

test('a clock that is set back does not keep it shut', () => {
  let now = 1_000_000;
  const breaker = new CircuitBreaker({ now: () => now });
  for (let time = 0; time < 2; time++) breaker.enter(LEASE).fail(error('server'));
  now -= 500_000;
  expect(breaker.refusal()).toBeUndefined();
});

test('tells when it shuts, also for a probe', () => {
  let shuts = 0;
  const time = new ManualTime();
  const breaker = new CircuitBreaker(time, () => shuts++);
  for (let count = 0; count < 2; count++) breaker.enter(LEASE).fail(error('server'));
  expect(shuts).toBe(1);
  time.advance(30_000);
  breaker.enter(LEASE);
  expect(shuts).toBe(2);
});

test('whatever happens, it lets somebody through after at most its pause and the lease', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('enter' as const) }),
    fc.record({
      kind: fc.constant('end' as const),
      at: fc.nat(5),
      error: fc.option(fc.constantFrom(...modelErrorKinds)),
    }),
    fc.record({ kind: fc.constant('pass' as const), time: fc.nat(40_000) }),
    fc.record({ kind: fc.constant('reset' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { breaker, time } = open();
      const permits: ReturnType<CircuitBreaker['enter']>[] = [];
      for (const one of steps) {
        if (one.kind === 'pass') time.advance(one.time);
        else if (one.kind === 'reset') breaker.reset();
        else if (one.kind === 'enter' && breaker.refusal() === undefined) permits.push(breaker.enter(LEASE));
        else if (one.kind === 'end' && one.error !== null) permits[one.at]?.fail(error(one.error));
        else if (one.kind === 'end') permits[one.at]?.succeed();
      }
      time.advance(LEASE);
      expect(breaker.refusal()).toBeUndefined();
    }),
  );
});
