import { describe, expect, test } from 'vitest';
import { testServer } from './testing/test-server';

const consoleFiles = {
  'index.html': '<!doctype html><script type="module" src="./console.js"></script>',
  'console.js': 'start();',
  'console.css': 'body {}',
  'secret.key': 'no known type',
};

describe('the web console', () => {
  test.each([
    ['/console/', 'text/html; charset=utf-8', consoleFiles['index.html']],
    ['/console/index.html', 'text/html; charset=utf-8', consoleFiles['index.html']],
    ['/console/console.js', 'text/javascript; charset=utf-8', consoleFiles['console.js']],
    ['/console/console.css', 'text/css; charset=utf-8', consoleFiles['console.css']],
  ])('serves %s without a token', async (path, type, text) => {
    const server = await testServer({ consoleFiles });
    const response = await server.send(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(text);
  });

  test.each(['/', '/console'])('leads from %s to the page', async (path) => {
    const server = await testServer({ consoleFiles });
    const response = await server.send(path);
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get('location') ?? '', `http://x${path}`).pathname).toBe('/console/');
  });

  test.each([
    '/console/other.js',
    '/console/constructor',
    '/console/__proto__',
    '/console/secret.key',
    '/console/..%2f..%2fpackage.json',
    '/console/%2e%2e/%2e%2e/package.json',
    '/console/console.js/',
  ])('serves nothing at %s', async (path) => {
    const server = await testServer({ consoleFiles });
    const response = await server.send(path);
    expect([401, 404]).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('runs only its own files and is framed only by paired pages', async () => {
    const server = await testServer({ consoleFiles, settings: { origins: ['http://listed.example'] } });
    const policy = async () => (await server.send('/console/')).headers.get('content-security-policy') ?? '';
    expect(await policy()).toContain("default-src 'none'; script-src 'self'");
    expect(await policy()).not.toContain('unsafe-eval');
    expect(await policy()).toMatch(/frame-ancestors 'self'$/);
    await server.access.create('SillyTavern', ['read'], ['http://127.0.0.1:8000']);
    expect(await policy()).toMatch(/frame-ancestors 'self' http:\/\/127\.0\.0\.1:8000$/);
  });

  test('is not there when there are no files', async () => {
    const server = await testServer();
    for (const path of ['/', '/console', '/console/']) expect((await server.send(path)).status).toBe(404);
  });
});
