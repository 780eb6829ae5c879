import { expect, it } from 'vitest';
import { FakeLocalRestApi } from '../../../tests/support/fake-local-rest-api';
import { CollectingLog } from '../memory/collecting-log';
import { createVaultOpener } from './vault-opener';

it('is read and given up in a browser’s realm, which Obsidian’s is', async () => {
  const server = await new FakeLocalRestApi({ https: true }).start();
  server.set('A.md', 'text');
  const { port } = server;
  const source = createVaultOpener({ log: new CollectingLog() }).open(
    {
      id: 'harbor',
      name: 'Harbor',
      kind: 'local-rest-api',
      folder: '',
      host: 'localhost',
      port,
      https: true,
      selfSigned: true,
    },
    server.key,
  );
  const stop = source.watch(() => undefined);
  expect(await source.list()).toMatchObject({ kind: 'notes', notes: [{ path: 'A.md' }] });
  expect(await source.read('A.md')).toMatchObject({ kind: 'text', text: 'text' });
  server.instead = () => true;
  const underWay = source.list();
  stop();
  expect(await underWay).toEqual({ kind: 'unreachable', reason: 'It was stopped.' });
  await server.stop();
});
