import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { MemorySecretStore } from '../../src/adapters/memory/memory-secret-store';
import { FileDocumentStore } from '../../src/adapters/node/file-document-store';
import { NodeSecretStore, SECRETS_DOCUMENT } from '../../src/adapters/node/node-secret-store';
import { describeSecretStore, type SecretsUnderTest } from './secret-store.contract';

async function openFolder(): Promise<SecretsUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  const open = () =>
    new NodeSecretStore({
      store: new FileDocumentStore(folder, { privateDocuments: [SECRETS_DOCUMENT] }),
      environment: {},
      log: new CollectingLog(),
    });
  return { store: open(), reopen: open, dispose: () => rm(folder, { recursive: true, force: true }) };
}

function openMemory(): Promise<SecretsUnderTest> {
  const store = new MemorySecretStore();
  return Promise.resolve({ store, reopen: () => store, dispose: () => Promise.resolve() });
}

describeSecretStore('NodeSecretStore', openFolder);
describeSecretStore('MemorySecretStore', openMemory);
