import { expect, test } from 'vitest';
import { status } from '../testing/answers';
import type { LinkState } from '../server-link';
import { connectionChecks, type CheckFacts } from './connection-checks';

const base = 'http://127.0.0.1:27673';
const connected: LinkState = { kind: 'connected', base, way: 'direct', status: status() };
const good: CheckFacts = {
  link: connected,
  token: 'good',
  tavernVersion: '1.19.0',
  isEnabled: true,
  lastTurn: undefined,
  server: undefined,
};
const bad = (facts: Partial<CheckFacts>): readonly string[] =>
  connectionChecks({ ...good, ...facts })
    .filter(({ tone }) => tone === 'bad')
    .map(({ title, sentence }) => `${title}: ${sentence}`);

test('everything is good when it is', () => {
  expect(connectionChecks(good).map(({ tone, title }) => [tone, title])).toEqual(
    ['Server', 'Token', 'Way', 'SillyTavern', 'Use lore'].map((title) => ['good', title]),
  );
});

test.each<[string, Partial<CheckFacts>, string]>([
  ['no server', { link: { kind: 'unreachable', base, configured: true } }, 'Server: Nothing answers at'],
  ['no token', { link: { kind: 'unpaired', base }, token: '' }, 'Token: There is none yet.'],
  ['a wrong token', { link: { kind: 'refused', base } }, 'Token: Lorehearth answers'],
  ['a page that is not allowed', { link: { kind: 'blocked', base } }, 'not to this page’s address'],
  ['an old SillyTavern', { tavernVersion: '1.12.14' }, 'SillyTavern: Version 1.12.14 is too old'],
  ['lore that is off', { isEnabled: false }, 'Use lore: It is switched off'],
  ['a reply without lore', { lastTurn: { kind: 'miss', cause: 'late', detail: '' } }, 'Reply:'],
])('%s is named', (_name, facts, words) => {
  expect(bad(facts)).toEqual([expect.stringContaining(words)]);
});

test.each(['1.13.0', '1.19.0', '2.0.0', 'nightly', undefined])('SillyTavern %s is not too old', (tavernVersion) => {
  expect(bad({ tavernVersion })).toEqual([]);
});

test('a tunnel is told of', () => {
  const lines = connectionChecks({ ...good, link: { ...connected, way: 'tunnel' } });
  expect(lines.find(({ title }) => title === 'Way')?.sentence).toContain('Through SillyTavern’s server');
});

test('what the server finds on its side is added, without what this page sees itself', () => {
  const check = (id: string, state: 'ok' | 'failed') => ({ id, title: id, state, sentence: `${id}.`, fixes: [] });
  const checks = [check('lore', 'failed'), check('server', 'failed'), check('turn', 'ok')];
  const server = { checks, at: 0, hasExample: false, wantsSteps: false };
  expect(bad({ server })).toEqual(['lore: lore.']);
  expect(connectionChecks({ ...good, server }).map(({ title }) => title)).toContain('turn');
});
