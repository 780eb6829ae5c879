import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportVersions, tavernVersion } from './self-report';
import { ServerLink } from './server-link';
import { SettingsStore } from './settings';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern } from './testing/fake-tavern';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('a server is told once which versions ask, and again after it was away', async () => {
  const tavern = new FakeTavern();
  tavern.extensionSettings['lorehearth'] = { token: 'good' };
  const server = new FakeLorehearth('http://127.0.0.1:27673');
  const network = new FakeNetwork(server);
  const settings = new SettingsStore(tavern.context);
  const link = new ServerLink({ settings, fetch: network.fetch, clientName: 'Test' });
  reportVersions({ link, settings, tavernVersion: () => Promise.resolve('1.19.0') });
  const told = (): number => server.asked.filter((path) => path === 'PUT /v1/client-report').length;
  await link.search();
  await link.search();
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toBe(1);
  network.servers.pop();
  await link.search();
  network.servers.push(server);
  await link.search();
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toBe(2);
  link.stop();
});

test('SillyTavern is asked for its version once', async () => {
  const fetch = vi.fn(() => Promise.resolve(Response.json({ pkgVersion: '1.19.0' })));
  const version = tavernVersion(fetch);
  expect([await version(), await version()]).toEqual(['1.19.0', '1.19.0']);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([
  ['no JSON', () => Promise.resolve(new Response('<p>'))],
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a SillyTavern that answers %s has no known version', async (_name, fetch) => {
  expect(await tavernVersion(fetch)()).toBeUndefined();
});
