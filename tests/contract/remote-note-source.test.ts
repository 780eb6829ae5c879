import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { renameSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { createVaultOpener } from '../../src/adapters/remote/vault-opener';
import type { NoteSource } from '../../src/core/ports/note-source';
import type { VaultPlace } from '../../src/core/ports/vault-opener';
import { FakeLocalRestApi } from '../support/fake-local-rest-api';
import { FakeLorehearth } from '../support/fake-lorehearth';
import type { FakeVaultServer } from '../support/fake-vault-server';
import { describeNoteSource, type VaultUnderTest } from './note-source.contract';

const PLACE: VaultPlace = {
  id: 'harbor',
  name: 'Harbor',
  kind: 'folder',
  folder: '',
  host: '',
  port: 0,
  https: false,
  selfSigned: false,
};
const EVERY_MS = 40;

/** Lists again and again while somebody watches, as the core does. */
function asked(source: NoteSource): NoteSource {
  return {
    name: source.name,
    list: () => source.list(),
    read: (path) => source.read(path),
    watch(onChanges) {
      const stop = source.watch(onChanges);
      let stopped = false;
      const isStopped = (): boolean => stopped;
      void (async () => {
        while (!isStopped()) {
          await source.list();
          await delay(EVERY_MS);
        }
      })();
      return () => {
        stopped = true;
        stop();
      };
    },
  };
}

async function openRemote(server: FakeVaultServer, kind: VaultPlace['kind']): Promise<VaultUnderTest> {
  await server.start();
  const { port, https } = server;
  const place = { ...PLACE, kind, host: '127.0.0.1', port, https, selfSigned: https };
  const now = (work: () => void): Promise<void> => {
    work();
    return Promise.resolve();
  };
  return {
    source: asked(createVaultOpener({ log: new CollectingLog() }).open(place, server.key)),
    write: (path, content) => now(() => server.set(path, content)),
    writeMany: (paths, content) => now(() => paths.forEach((path) => server.set(path, content))),
    remove: (path) => now(() => server.remove(path)),
    rename: (from, to) => now(() => server.rename(from, to)),
    detach: () => server.stop(),
    attach: async () => void (await server.start()),
    breakFolder: (path) => now(() => void server.broken.add(path)),
    mendFolder: (path) => now(() => void server.broken.delete(path)),
    settle: () => delay(300),
    dispose: () => server.stop(),
  };
}

async function openFolder(): Promise<VaultUnderTest> {
  const base = await mkdtemp(join(tmpdir(), 'further-'));
  const root = join(base, 'vault');
  const own = join(base, 'own');
  await Promise.all([mkdir(root), mkdir(own)]);
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  return {
    source: createVaultOpener({ log: new CollectingLog(), ownFolder: own }).open({ ...PLACE, folder: root }, undefined),
    write,
    writeMany: async (paths, content) => {
      for (const path of paths) await write(path, content);
    },
    remove: (path) => rm(join(root, path), { recursive: true }),
    rename: (from, to) => rename(join(root, from), join(root, to)),
    detach: () => rename(root, join(base, 'away')),
    attach: () => rename(join(base, 'away'), root),
    breakFolder: (path) => {
      renameSync(join(root, path), join(base, 'broken'));
      symlinkSync(join(root, 'nowhere'), join(root, path));
      return Promise.resolve();
    },
    mendFolder: async (path) => {
      await rm(join(root, path));
      await rename(join(base, 'broken'), join(root, path));
    },
    settle: () => delay(800),
    dispose: () => rm(base, { recursive: true, force: true }),
  };
}

function withoutSearch(): FakeLocalRestApi {
  const server = new FakeLocalRestApi();
  server.hasSearch = false;
  return server;
}

describeNoteSource('Another Lorehearth', () => openRemote(new FakeLorehearth(), 'lorehearth'));
describeNoteSource('Local REST API', () => openRemote(new FakeLocalRestApi({ https: true }), 'local-rest-api'));
describeNoteSource('Local REST API whose search fails', () => openRemote(withoutSearch(), 'local-rest-api'));
describeNoteSource('A further folder', openFolder);
