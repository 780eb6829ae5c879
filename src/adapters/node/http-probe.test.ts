import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { answersAt } from './http-probe';

let server: Server | undefined;

afterEach(() => server?.close().closeAllConnections());

async function serve(status: number): Promise<string> {
  const made = createServer((_request, response) => response.writeHead(status).end('ok'));
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const address = made.address();
  return `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}/console`;
}

test.each([
  [200, true],
  [302, true],
  [404, false],
  [500, false],
])('an answer of %i is success: %o', async (status, isSuccess) => {
  expect(await answersAt(await serve(status))).toBe(isSuccess);
});

test('nobody is no success', async () => {
  const address = await serve(200);
  await new Promise((resolve) => server?.close(resolve));
  expect(await answersAt(address)).toBe(false);
});
