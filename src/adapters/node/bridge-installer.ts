import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { BRIDGE_FOLDER, orAbsent, readManifest, whatIsThere } from './installed-bridge';
import { findExtensionsFolder } from './sillytavern-folder';

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

function refused(sentence: string): BridgeInstallation {
  return { kind: 'refused', sentence };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
