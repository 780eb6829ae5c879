import { expect, test } from 'vitest';
import { ManualTime } from '../../../adapters/memory/manual-time';
import { ModelError } from '../model-error';
import { ConnectionGuards } from './connection-guards';

function open() {
  const time = new ManualTime();
  return new ConnectionGuards({ clock: time, timer: time });
}

const shut = (guards: ConnectionGuards, id: string): void => {
  for (let count = 0; count < 2; count++) guards.of(id).breaker.enter(1_000).fail(new ModelError('server', 'Down.'));
};

test('each connection has a guard of its own, always the same', () => {
  const guards = open();
  shut(guards, 'b');
  expect(guards.of('a')).toBe(guards.of('a'));
  expect(guards.states()).toMatchObject([
    { connection: 'a', state: 'closed', failures: 0 },
    { connection: 'b', state: 'open', failures: 2, lastError: { kind: 'server' } },
  ]);
});

test('a reset closes one connection and makes none', () => {
  const guards = open();
  shut(guards, 'a');
  shut(guards, 'b');
  guards.reset('a');
  guards.reset('never used');
  expect(guards.states().map(({ connection, state }) => `${connection} ${state}`)).toEqual(['a closed', 'b open']);
});

test('connections that are gone are forgotten', () => {
  const guards = open();
  shut(guards, 'a');
  shut(guards, 'b');
  guards.keepOnly(new Set(['b']));
  expect(guards.states().map(({ connection }) => connection)).toEqual(['b']);
  expect(guards.of('a').breaker.state.state).toBe('closed');
});
