import type { App } from 'obsidian';

/** Per vault and device: the folder lies outside the vault and means nothing elsewhere. */
const FOLDER_KEY = 'lorehearth-sillytavern-folder';
const USER_KEY = 'lorehearth-sillytavern-user';

/** The SillyTavern that the user picked on this device. */
export interface TavernFolder {
  /** Empty when none was picked. */
  readonly folder: string;
  /** Empty for the usual user. */
  readonly user: string;
}

export function readTavernFolder(app: App): TavernFolder {
  return { folder: readText(app, FOLDER_KEY), user: readText(app, USER_KEY) };
}

export function keepTavernFolder(app: App, { folder, user }: TavernFolder): void {
  app.saveLocalStorage(FOLDER_KEY, folder);
  app.saveLocalStorage(USER_KEY, user === '' ? null : user);
}

function readText(app: App, key: string): string {
  const known: unknown = app.loadLocalStorage(key);
  return typeof known === 'string' ? known : '';
}
