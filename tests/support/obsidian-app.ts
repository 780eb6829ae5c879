import { App, TFolder, type MetadataCache, type Plugin, type Vault } from 'obsidian-test-mocks/obsidian';

/** Notes and folders (with a trailing `/` and no text) by path. */
export type VaultFiles = Readonly<Record<string, string>>;

/**
 * A mock app with a vault that behaves like the real one where the mocks do not: broken properties are left out of the
 * metadata cache instead of breaking `create`, a deleted folder takes its notes along, files have a size and a time.
 */
export function createMockApp(files: VaultFiles = {}, name = 'Test vault'): App {
  const app = App.createConfigured__({ files: { '.obsidian/': '' } });
  app.vault.getName = () => name;
  tolerateBrokenProperties(app.metadataCache);
  keepStats(app.vault);
  evictDeletedFolders(app.vault);
  for (const [path, text] of Object.entries(files)) addFile(app.vault, path, text);
  return app;
}

/** How many listeners the app's event sources hold. */
export function countListeners(app: App): number {
  return [app.vault, app.workspace, app.metadataCache].reduce((sum, events) => {
    const table: unknown = Reflect.get(events, '_');
    const lists = Object.values(typeof table === 'object' && table !== null ? table : {});
    return sum + lists.reduce((count: number, list: unknown) => count + (Array.isArray(list) ? list.length : 0), 0);
  }, 0);
}

/** The folder at a path; the test fails when there is none. */
export function folderAt(app: App, path: string): TFolder {
  const folder = app.vault.getFolderByPath(path);
  if (folder === null) throw new Error(`no folder ${path}`);
  return folder;
}

/** The file at a path; the test fails when there is none. */
export function fileAt(app: App, path: string): NonNullable<ReturnType<Vault['getFileByPath']>> {
  const file = app.vault.getFileByPath(path);
  if (file === null) throw new Error(`no file ${path}`);
  return file;
}

/** Puts a file, with the folders it needs, into the vault at once. */
export function addFile(vault: Vault, path: string, text: string): void {
  const parents = path.split('/').slice(0, -1);
  const folder = parents.join('/');
  if (folder !== '' && vault.getFolderByPath(folder) === null) vault.createFolderSync__(folder);
  if (!path.endsWith('/')) vault.createSync__(path, text);
}

function tolerateBrokenProperties(cache: MetadataCache): void {
  const parse: unknown = Reflect.get(cache, 'parseFileMetadata');
  if (typeof parse !== 'function') throw new Error('the mocks parse metadata elsewhere');
  Reflect.set(cache, 'parseFileMetadata', (file: unknown) => {
    try {
      Reflect.apply(parse, cache, [file]);
    } catch {
      // As the app does: the note stays, its properties are not known.
    }
  });
}

function keepStats(vault: Vault): void {
  let time = 1_700_000_000_000;
  const trigger = vault.trigger.bind(vault);
  vault.trigger = (event: string, ...data: unknown[]) => {
    const [file] = data;
    if ((event === 'create' || event === 'modify') && file instanceof Object && 'stat' in file && 'path' in file) {
      const text = vault.readSync__(fileAtPath(vault, String(file.path)));
      file.stat = { ctime: time, mtime: (time += 1_000), size: new TextEncoder().encode(text).length };
    }
    trigger(event, ...data);
  };
}

function fileAtPath(vault: Vault, path: string): Parameters<Vault['readSync__']>[0] {
  const file = vault.getFileByPath(path);
  if (file === null) throw new Error(`no file ${path}`);
  return file;
}

function evictDeletedFolders(vault: Vault): void {
  const trash = vault.trash.bind(vault);
  vault.trash = async (file, system) => {
    await trash(file, system);
    for (const path of Object.keys(vault.fileMap__)) {
      if (file instanceof TFolder && path.startsWith(`${file.path}/`)) Reflect.deleteProperty(vault.fileMap__, path);
    }
  };
}

/** Lets a plugin keep its data in `data.json` as the app does, which answers null for a missing or broken file. */
export function keepPluginData(plugin: Plugin): void {
  const { adapter } = plugin.app.vault;
  const path = `${plugin.manifest.dir ?? ''}/data.json`;
  plugin.saveData = (data) => adapter.write(path, JSON.stringify(data));
  plugin.loadData = async () => {
    try {
      const data: unknown = JSON.parse(await adapter.read(path));
      return data;
    } catch {
      return null;
    }
  };
}
