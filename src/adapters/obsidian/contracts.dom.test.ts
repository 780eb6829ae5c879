import { Plugin, type App } from 'obsidian-test-mocks/obsidian';
import { describeDocumentStore, type StoreUnderTest } from '../../../tests/contract/document-store.contract';
import { describeNoteWriter, type WriterUnderTest } from '../../../tests/contract/note-writer.contract';
import { describeNoteSource, type VaultUnderTest } from '../../../tests/contract/note-source.contract';
import { describeSecretStore, type SecretsUnderTest } from '../../../tests/contract/secret-store.contract';
import { addFile, createMockApp, keepPluginData } from '../../../tests/support/obsidian-app';
import { pluginManifest } from '../../../tests/support/obsidian-plugin';
import { PluginDocumentStore } from './plugin-document-store';
import { PluginSecrets, secretStoreOf } from './secret-storage';
import { VaultNoteSource } from './vault-note-source';
import { VaultNoteWriter } from './vault-note-writer';

class AnyPlugin extends Plugin {}

const realTimer = {
  after: (milliseconds: number, callback: () => void) => {
    const handle = setTimeout(callback, milliseconds);
    return () => clearTimeout(handle);
  },
};

/** Files that the app keeps out of its vault, though they lie in the folder. */
const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'));

async function writeFile(app: App, path: string, content: string): Promise<void> {
  const known = app.vault.getFileByPath(path);
  if (isHidden(path)) await app.vault.adapter.write(path, content);
  else if (known === null) addFile(app.vault, path, content);
  else await app.vault.modify(known, content);
}

/** Makes the adapter fail below a place, as the file system does when a drive is gone. */
function breakDisk(app: App, isBroken: (path: string) => boolean): () => void {
  const { adapter } = app.vault;
  const whole = {
    read: adapter.read.bind(adapter),
    list: adapter.list.bind(adapter),
    exists: adapter.exists.bind(adapter),
  };
  const failing = <Result>(work: (path: string) => Promise<Result>) => {
    return (path: string) => (isBroken(path) ? Promise.reject<Result>(new Error('EIO')) : work(path));
  };
  adapter.read = failing(whole.read);
  adapter.list = failing(whole.list);
  adapter.exists = (path) => (isBroken(path) ? Promise.resolve(false) : whole.exists(path));
  return () => Object.assign(adapter, whole);
}

function openVault(): Promise<VaultUnderTest> {
  const app = createMockApp();
  const mend = new Map<string, () => void>();
  const file = (path: string) => {
    const found = app.vault.getAbstractFileByPath(path);
    if (found === null) throw new Error(`no file ${path}`);
    return found;
  };
  const done = Promise.resolve();
  const vault = app.asOriginalType__().vault;
  return Promise.resolve({
    source: new VaultNoteSource({ vault, clock: { now: () => performance.now() }, timer: realTimer }),
    write: (path, content) => writeFile(app, path, content),
    writeMany: async (paths, content) => {
      for (const path of paths) await writeFile(app, path, content);
    },
    remove: (path) => app.fileManager.trashFile(file(path)),
    rename: (from, to) => app.vault.rename(file(from), to),
    detach: () =>
      done.then(
        () =>
          void mend.set(
            '',
            breakDisk(app, () => true),
          ),
      ),
    attach: () => done.then(() => mend.get('')?.()),
    breakFolder: (folder) =>
      done.then(
        () =>
          void mend.set(
            folder,
            breakDisk(app, (path) => path === folder || path.startsWith(`${folder}/`)),
          ),
      ),
    mendFolder: (folder) => done.then(() => mend.get(folder)?.()),
    settle: () => new Promise((resolve) => setTimeout(resolve, 150)),
    dispose: () => done,
  });
}

function openStore(): Promise<StoreUnderTest> {
  const app = createMockApp();
  const plugin = new AnyPlugin(app, pluginManifest);
  keepPluginData(plugin);
  const { adapter } = app.vault;
  const folder = pluginManifest.dir ?? '';
  return Promise.resolve({
    store: new PluginDocumentStore(plugin.asOriginalType2__()),
    damage: (name, text) => adapter.write(`${folder}/${name}.json`, text),
    kept: async () => Promise.all((await adapter.list(folder)).files.map((path) => adapter.read(path))),
    dispose: () => Promise.resolve(),
  });
}

function openSecrets(): Promise<SecretsUnderTest> {
  const { secretStorage } = createMockApp().asOriginalType__();
  const log = { warn: () => undefined, debug: () => undefined };
  const open = () => secretStoreOf(new PluginSecrets(secretStorage, 'lorehearth', log));
  return Promise.resolve({ store: open(), reopen: open, dispose: () => Promise.resolve() });
}

function openWriter(): Promise<WriterUnderTest> {
  const app = createMockApp();
  const { vault, fileManager } = app.asOriginalType__();
  const create = vault.create.bind(vault);
  vault.create = (path, text) =>
    // As file systems do; the mock takes any name.
    path.length > 255 ? Promise.reject(new Error('ENAMETOOLONG: name too long')) : create(path, text);
  return Promise.resolve({
    writer: new VaultNoteWriter({ vault, fileManager }),
    text: async (path) => {
      const file = vault.getFileByPath(path);
      return file === null ? undefined : vault.read(file);
    },
    put: (path, text) => writeFile(app, path, text),
    hasFolder: (path) => Promise.resolve(vault.getFolderByPath(path) !== null),
    all: () => Promise.resolve(vault.getFiles().map(({ path }) => path)),
    dispose: () => Promise.resolve(),
  });
}

describeNoteSource('VaultNoteSource', openVault);
describeNoteWriter('VaultNoteWriter', openWriter);
describeDocumentStore('PluginDocumentStore', openStore);
describeSecretStore('PluginSecrets', openSecrets);
