import { renameSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import type { FolderFiles } from '../../src/adapters/node/folder-files';
import { FolderNoteSource } from '../../src/adapters/node/folder-note-source';
import { LocalFiles } from '../../src/adapters/node/local-files';
import { describeNoteSource, type VaultUnderTest } from './note-source.contract';

const AT_ONCE = 100;

async function openFolder(files: FolderFiles): Promise<VaultUnderTest> {
  const base = await mkdtemp(join(tmpdir(), 'vault-'));
  const root = join(base, 'vault');
  const away = join(base, 'away');
  await mkdir(root);
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  return {
    source: new FolderNoteSource(root, new CollectingLog(), { files, timing: { check: 100 } }),
    write,
    writeMany: async (paths, content) => {
      for (let at = 0; at < paths.length; at += AT_ONCE) {
        await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => write(path, content)));
      }
    },
    remove: (path) => rm(join(root, path), { recursive: true }),
    rename: (from, to) => rename(join(root, from), join(root, to)),
    detach: () => rename(root, away),
    attach: () => rename(away, root),
    // A link that leads nowhere is what stays of a folder on a drive that was pulled. It stops root too.
    // In one step as far as the source can see: between the two the folder is truly gone.
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

function openMemory(): Promise<VaultUnderTest> {
  const source = new MemoryNoteSource();
  const now = (work: () => void): Promise<void> => {
    work();
    return Promise.resolve();
  };
  return Promise.resolve({
    source,
    write: (path, content) => now(() => source.set(path, content)),
    writeMany: (paths, content) => now(() => paths.forEach((path) => source.set(path, content))),
    remove: (path) => now(() => source.remove(path)),
    rename: (from, to) => now(() => source.rename(from, to)),
    detach: () => now(() => source.failListing('The vault is out of reach.')),
    attach: () => now(() => source.failListing(undefined)),
    breakFolder: (path) => now(() => source.failFolder(path, 'Access was denied.')),
    mendFolder: (path) => now(() => source.failFolder(path, undefined)),
    settle: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
  });
}

describeNoteSource('FolderNoteSource', () => openFolder(new LocalFiles()));
// With no time allowed for a call, all of them are taken for slow.
describeNoteSource('FolderNoteSource on a slow drive', () => openFolder(new LocalFiles(-1)));
describeNoteSource('MemoryNoteSource', openMemory);
