import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { FileDocumentStore } from '../../src/adapters/node/file-document-store';
import { describeDocumentStore, type StoreUnderTest } from './document-store.contract';

async function openFolder(): Promise<StoreUnderTest> {
  const base = await mkdtemp(join(tmpdir(), 'store-'));
  const folder = join(base, 'data');
  return {
    store: new FileDocumentStore(folder),
    damage: async (name, text) => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${name}.json`), text);
    },
    kept: async () => {
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    },
    dispose: () => rm(base, { recursive: true, force: true }),
  };
}

function openMemory(): Promise<StoreUnderTest> {
  const store = new MemoryDocumentStore();
  return Promise.resolve({
    store,
    damage: (name, text) => {
      store.setText(name, text);
      return Promise.resolve();
    },
    kept: () => Promise.resolve(store.names.map((name) => store.text(name) ?? '')),
    dispose: () => Promise.resolve(),
  });
}

describeDocumentStore('FileDocumentStore', openFolder);
describeDocumentStore('MemoryDocumentStore', openMemory);
