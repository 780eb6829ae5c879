import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { findExtensionsFolder } from './sillytavern-folder';

/** The name of the extension's folder in SillyTavern. */
const BRIDGE_FOLDER = 'lorehearth';

/** What to install and where. */
export interface BridgeInstallRequest {
  /** A folder of SillyTavern, as the user named it: program, data, user or extensions folder. */
  readonly folder: string;
  /** The SillyTavern user, when `folder` holds several; `default-user` when left out. */
  readonly user?: string;
  /** The extension's files by name, as text. */
  readonly files: Readonly<Record<string, string>>;
}

/** How an installation ended; a refusal changed nothing and says for the user what is wrong. */
export type BridgeInstallation =
  | {
      readonly kind: 'installed';
      /** Absolute path of the extension's folder. */
      readonly folder: string;
      readonly version: string | undefined;
      /** What was there before: `new`, or the version that was replaced. */
      readonly before: { readonly kind: 'new' } | { readonly kind: 'replaced'; readonly version: string | undefined };
    }
  | { readonly kind: 'refused'; readonly sentence: string };

/**
 * Copies the SillyTavern extension into place. An older copy is replaced as a whole, so nothing stale stays; a folder
 * of that name which is not ours is left alone. Until the last step SillyTavern sees the old copy. Never throws.
 */
export async function installBridge(request: BridgeInstallRequest): Promise<BridgeInstallation> {
  const manifest = readManifest(request.files['manifest.json']);
  if (manifest === undefined) return refused('This build of Lorehearth carries no SillyTavern extension.');
  const place = await findExtensionsFolder(request.folder, request.user);
  if (place.kind === 'refused') return place;
  const target = join(place.folder, BRIDGE_FOLDER);
  try {
    const there = await whatIsThere(target, manifest);
    if (there.kind === 'foreign') return refused(there.sentence);
    await replaceFolder(target, request.files);
    return { kind: 'installed', folder: target, version: manifest.version, before: there };
  } catch (error) {
    return refused(`The extension could not be written to ${target}: ${reasonOf(error)}`);
  }
}

interface BridgeManifest {
  readonly name: string;
  readonly version: string | undefined;
}

type Present =
  | { readonly kind: 'new' }
  | { readonly kind: 'replaced'; readonly version: string | undefined }
  | { readonly kind: 'foreign'; readonly sentence: string };

async function whatIsThere(target: string, ours: BridgeManifest): Promise<Present> {
  const stats = await orAbsent(lstat(target));
  if (stats === undefined) return { kind: 'new' };
  if (stats.isSymbolicLink()) return foreign(`${target} is a link. Remove it first; links are never replaced.`);
  if (!stats.isDirectory()) return foreign(`${target} is a file. Remove it first.`);
  if ((await orAbsent(lstat(join(target, '.git')))) !== undefined) {
    return foreign(
      `${target} was installed from a URL. Update it in SillyTavern’s extension list, or delete it there first.`,
    );
  }
  const theirs = readManifest(await orAbsent(readFile(join(target, 'manifest.json'), 'utf8')));
  if (theirs?.name !== ours.name) return foreign(`${target} holds something else. Rename or remove it first.`);
  return { kind: 'replaced', version: theirs.version };
}

/** Writes the files beside the extensions folder first: SillyTavern would load a half-written folder inside it. */
async function replaceFolder(target: string, files: Readonly<Record<string, string>>): Promise<void> {
  const extensions = dirname(target);
  await mkdir(extensions, { recursive: true });
  const mark = randomBytes(6).toString('hex');
  const fresh = join(dirname(extensions), `.${BRIDGE_FOLDER}-new-${mark}`);
  const old = join(dirname(extensions), `.${BRIDGE_FOLDER}-old-${mark}`);
  try {
    await writeFiles(fresh, files);
    await swap(fresh, target, old);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  await rm(old, { recursive: true, force: true });
}

/** Puts `fresh` at `target`; what was there ends at `old`, or back in its place when that fails. */
async function swap(fresh: string, target: string, old: string): Promise<void> {
  const hadOld = await moved(target, old);
  try {
    await rename(fresh, target);
  } catch (error) {
    if (hadOld) await rename(old, target);
    throw error;
  }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, ...name.split('/'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function moved(from: string, to: string): Promise<boolean> {
  return (await orAbsent(rename(from, to).then(() => true))) ?? false;
}

function readManifest(text: string | undefined): BridgeManifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text ?? '');
    if (typeof manifest !== 'object' || manifest === null || !('display_name' in manifest)) return undefined;
    if (typeof manifest.display_name !== 'string') return undefined;
    const version = 'version' in manifest && typeof manifest.version === 'string' ? manifest.version : undefined;
    return { name: manifest.display_name, version };
  } catch {
    return undefined;
  }
}

async function orAbsent<Value>(result: Promise<Value>): Promise<Value | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function foreign(sentence: string): Present {
  return { kind: 'foreign', sentence };
}

function refused(sentence: string): BridgeInstallation {
  return { kind: 'refused', sentence };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
