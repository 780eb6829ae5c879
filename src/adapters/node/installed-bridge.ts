import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findExtensionsFolder } from './sillytavern-folder';

/** The name of the extension's folder in SillyTavern. */
export const BRIDGE_FOLDER = 'lorehearth';

/** The SillyTavern extension as it lies in a folder of SillyTavern. */
export type InstalledBridge =
  | { readonly kind: 'absent'; /** Absolute path where it belongs. */ readonly folder: string }
  | { readonly kind: 'installed'; readonly folder: string; readonly version: string | undefined }
  /** It cannot be told, or is not ours to replace; the sentence is for the user. */
  | { readonly kind: 'refused'; readonly sentence: string };

/**
 * Looks for the extension in a folder of SillyTavern, as the user named it. Never rejects.
 *
 * @param files The extension's files by name, as they would be installed.
 */
export async function findBridge(
  chosen: string,
  user: string | undefined,
  files: Readonly<Record<string, string>>,
): Promise<InstalledBridge> {
  const ours = readManifest(files['manifest.json']);
  const place = await findExtensionsFolder(chosen, user);
  if (place.kind === 'refused') return place;
  const folder = join(place.folder, BRIDGE_FOLDER);
  if (ours === undefined) return { kind: 'absent', folder };
  try {
    const there = await whatIsThere(folder, ours);
    if (there.kind === 'new') return { kind: 'absent', folder };
    if (there.kind === 'foreign') return { kind: 'refused', sentence: there.sentence };
    return { kind: 'installed', folder, version: there.version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', sentence: `${folder} cannot be read: ${reason}` };
  }
}

export interface BridgeManifest {
  readonly name: string;
  readonly version: string | undefined;
}

type Present =
  | { readonly kind: 'new' }
  | { readonly kind: 'replaced'; readonly version: string | undefined }
  | { readonly kind: 'foreign'; readonly sentence: string };

/** What is at the place of the extension. Rejects with the system's error. */
export async function whatIsThere(target: string, ours: BridgeManifest): Promise<Present> {
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

/** Name and version of an extension; undefined for a text that is no manifest. */
export function readManifest(text: string | undefined): BridgeManifest | undefined {
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

/** Undefined for what does not exist; every other failure rejects. */
export async function orAbsent<Value>(result: Promise<Value>): Promise<Value | undefined> {
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
