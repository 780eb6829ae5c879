import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CollectingLog } from '../memory/collecting-log';
import { FileDocumentStore } from './file-document-store';
import { NodeSecretStore, SECRETS_DOCUMENT } from './node-secret-store';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(environment: Readonly<Record<string, string>> = {}, log = new CollectingLog()): NodeSecretStore {
  const store = new FileDocumentStore(folder, { privateDocuments: [SECRETS_DOCUMENT] });
  return new NodeSecretStore({ store, environment, log });
}

it('prefers the environment, in which dashes are underscores', async () => {
  await open().write('key-my-server', 'of the file');
  expect(await open({ LOREHEARTH_KEY_MY_SERVER: 'of the environment' }).read('key-my-server')).toBe(
    'of the environment',
  );
  expect(await open({ LOREHEARTH_KEY_MY_SERVER: '' }).read('key-my-server')).toBe('of the file');
});

it('changes nothing that the environment holds, and says where to change it', async () => {
  const secrets = open({ LOREHEARTH_KEY_OPENAI: 'sk-1' });
  await expect(secrets.write('key-openai', 'sk-2')).rejects.toThrow('LOREHEARTH_KEY_OPENAI');
  await expect(secrets.remove('key-openai')).rejects.toThrow('LOREHEARTH_KEY_OPENAI');
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(process.platform === 'win32')('keeps the file for its owner alone', async () => {
  await open().write('key-openai', 'sk-1');
  const { mode } = await stat(join(folder, 'secrets.json'));
  expect(mode & 0o777).toBe(0o600);
});

it('goes on with none when the file is damaged, and keeps that file', async () => {
  await writeFile(join(folder, 'secrets.json'), '{"version":1,"secr');
  const log = new CollectingLog();
  expect(await open({}, log).read('key-openai')).toBeUndefined();
  expect(log.warnings).toHaveLength(1);
  await open().write('key-openai', 'sk-1');
  expect(await open().read('key-openai')).toBe('sk-1');
  expect((await readdir(folder)).filter((name) => name.startsWith('secrets.corrupt'))).toHaveLength(1);
});

it('takes no other value than a text for a secret', async () => {
  await writeFile(join(folder, 'secrets.json'), '{"version":1,"secrets":{"key-a":1,"key-b":"kept"}}');
  expect([await open().read('key-a'), await open().read('key-b')]).toEqual([undefined, 'kept']);
});
