import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';

/** The user that SillyTavern has when accounts are off. */
const DEFAULT_USER = 'default-user';

/** Where extensions live in the SillyTavern folder that was named, or a sentence for the user that says why not. */
export type ExtensionsFolder =
  { readonly kind: 'found'; readonly folder: string } | { readonly kind: 'refused'; readonly sentence: string };

const USER_MARKS = ['settings.json', 'characters', 'chats', 'worlds', 'extensions'];

/**
 * Finds the extensions folder of one SillyTavern user. Accepted are SillyTavern's program folder, the folder above
 * `data`, a data folder, a user's folder, its `extensions` folder, and `third-party` (extensions for all users).
 */
export async function findExtensionsFolder(chosen: string, user: string = DEFAULT_USER): Promise<ExtensionsFolder> {
  if (!/^[a-z0-9_-]+$/i.test(user)) return refused(`"${user}" is not the name of a SillyTavern user.`);
  const root = resolve(chosen);
  const kind = await pathKind(root);
  if (kind === 'absent') return refused(`There is no folder ${root}.`);
  if (kind !== 'folder') return refused(`${root} is not a folder.`);
  return (
    (await inUserFolder(root)) ?? (await inGlobalFolder(root)) ?? (await inDataRoot(root, user)) ?? notTavern(root)
  );
}

async function inUserFolder(root: string): Promise<ExtensionsFolder | undefined> {
  if (await isUserFolder(root)) return found(join(root, 'extensions'));
  if (basename(root) === 'extensions' && (await isUserFolder(dirname(root)))) return found(root);
  return undefined;
}

async function inGlobalFolder(root: string): Promise<ExtensionsFolder | undefined> {
  const program = resolve(root, '..', '..', '..', '..');
  const isGlobal = root === join(program, 'public', 'scripts', 'extensions', 'third-party');
  return isGlobal && (await isProgramFolder(program)) ? found(root) : undefined;
}

async function inDataRoot(root: string, user: string): Promise<ExtensionsFolder | undefined> {
  const isProgram = await isProgramFolder(root);
  const dataRoot = await dataRootOf(root);
  const users = await usersOf(dataRoot);
  if (users.includes(user)) return found(join(dataRoot, user, 'extensions'));
  // SillyTavern makes the folder of its default user at its first start and keeps what it finds in it.
  if (isProgram && users.length === 0 && user === DEFAULT_USER) return found(join(dataRoot, user, 'extensions'));
  if (users.length > 0) {
    return refused(`SillyTavern has no user "${user}" in ${dataRoot}. Its users: ${users.join(', ')}.`);
  }
  return isProgram ? refused(`SillyTavern has no user "${user}". Start SillyTavern once and try again.`) : undefined;
}

async function dataRootOf(root: string): Promise<string> {
  const configured = await configuredDataRoot(join(root, 'config.yaml'));
  if (configured !== undefined) return resolve(root, configured);
  return (await usersOf(root)).length > 0 ? root : join(root, 'data');
}

async function configuredDataRoot(file: string): Promise<string | undefined> {
  try {
    const config: unknown = parse(await readFile(file, 'utf8'));
    if (typeof config !== 'object' || config === null || !('dataRoot' in config)) return undefined;
    return typeof config.dataRoot === 'string' && config.dataRoot.trim() !== '' ? config.dataRoot : undefined;
  } catch {
    // No configuration, or one that SillyTavern itself could not read either: its default holds.
    return undefined;
  }
}

/** Names of the folders below a data folder that hold a user, in alphabetical order. */
async function usersOf(dataRoot: string): Promise<readonly string[]> {
  const names = await namesIn(dataRoot);
  const areUsers = await Promise.all(names.map((name) => isUserFolder(join(dataRoot, name))));
  return names.filter((_, at) => areUsers[at] === true).sort();
}

/** One mark could be chance, unless the folder has the default user's name as well. */
async function isUserFolder(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  const marks = USER_MARKS.filter((mark) => names.includes(mark)).length;
  return marks >= (basename(folder) === DEFAULT_USER ? 1 : 2);
}

async function isProgramFolder(folder: string): Promise<boolean> {
  if ((await packageName(join(folder, 'package.json'))) === 'sillytavern') return true;
  const names = await namesIn(folder);
  return names.includes('server.js') && (await pathKind(join(folder, 'public', 'scripts', 'extensions'))) === 'folder';
}

async function packageName(file: string): Promise<string | undefined> {
  try {
    const description: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof description !== 'object' || description === null || !('name' in description)) return undefined;
    return typeof description.name === 'string' ? description.name.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

async function pathKind(path: string): Promise<'absent' | 'folder' | 'other'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other';
  } catch {
    return 'absent';
  }
}

function found(folder: string): ExtensionsFolder {
  return { kind: 'found', folder };
}

function refused(sentence: string): ExtensionsFolder {
  return { kind: 'refused', sentence };
}

function notTavern(root: string): ExtensionsFolder {
  return refused(
    `${root} is not a SillyTavern folder. Choose the folder that holds SillyTavern’s server.js, or its data folder.`,
  );
}
