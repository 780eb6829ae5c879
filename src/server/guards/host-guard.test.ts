import { describe, expect, test } from 'vitest';
import { problemOf, testServer } from '../testing/test-server';
import { isOwnHost } from './host-guard';

describe('the host guard', () => {
  test.each([
    ['127.0.0.1:27673', true],
    ['localhost:27673', true],
    ['LOCALHOST:27673', true],
    ['[::1]:27673', true],
    ['127.0.0.1', false],
    ['127.0.0.1:27674', false],
    ['127.0.0.2:27673', false],
    ['localhost.:27673', false],
    ['localhost.evil.example:27673', false],
    ['evil.example:27673', false],
    ['127.0.0.1:27673@evil.example', false],
    ['', false],
  ])('%j is our own: %s', (host, expected) => {
    expect(isOwnHost(host, 27_673, [])).toBe(expected);
  });

  test.each([
    ['home.lan:27673', ['home.lan'], true],
    ['HOME.lan', ['home.LAN'], true],
    ['home.lan:443', ['home.lan:27673'], false],
    ['home.lan:27673', ['home.lan:27673'], true],
    ['nothome.lan:27673', ['home.lan'], false],
  ])('%j with %j listed is our own: %s', (host, listed, expected) => {
    expect(isOwnHost(host, 27_673, listed)).toBe(expected);
  });

  test('takes a name without a port on port 80', () => {
    expect(isOwnHost('127.0.0.1', 80, [])).toBe(true);
    expect(isOwnHost('[::1]', 80, [])).toBe(true);
  });

  test('answers 421 before anything else, even to a page that rebound its name', async () => {
    const server = await testServer();
    const host = 'evil.example:27673';
    for (const path of ['/health', '/v1/pair', '/v1/status', '/console/', '/nowhere']) {
      const response = await server.send(path, { host, origin: `http://${host}`, token: await server.token('admin') });
      expect(response.status).toBe(421);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      expect(await problemOf(response)).toMatchObject({ code: 'host_not_allowed' });
    }
  });

  test('takes names of the settings and of the command line, as they are at the time', async () => {
    const server = await testServer({ hosts: ['box.lan'] });
    expect((await server.send('/health', { host: 'box.lan:27673' })).status).toBe(200);
    expect((await server.send('/health', { host: 'home.lan' })).status).toBe(421);
    await server.engine.changeSettings({ hosts: ['home.lan'] });
    expect((await server.send('/health', { host: 'home.lan' })).status).toBe(200);
  });
});
