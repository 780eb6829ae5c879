import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, installedPackages } from './places';

/** A copy of SillyTavern that may write into its own folder. */
export interface TavernProgram {
  /** Holds `server.js`. */
  readonly folder: string;
  /** Keeps the browser library that SillyTavern builds at its first start (20–40 s). */
  readonly builtLibrary: string;
}

/**
 * The program to run, copied once per version to a place that stays: its library cache holds absolute paths.
 * The installed package itself is never written to. Throws when the package is not installed.
 */
export async function tavernProgram(): Promise<TavernProgram> {
  const installed = join(installedPackages, 'sillytavern');
  if (!existsSync(installed)) throw new Error('SillyTavern is not installed. Run `npm ci` in the folder e2e.');
  const home = join(cacheFolder, `sillytavern-${await versionOf(installed)}`);
  if (!existsSync(home)) await copyProgram(installed, home);
  const builtLibrary = join(home, 'library');
  await mkdir(builtLibrary, { recursive: true });
  return { folder: join(home, 'sillytavern'), builtLibrary };
}

async function versionOf(installed: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('The installed SillyTavern has no version.');
}

/** The copy gets its name last, so that an interrupted one is never taken for whole. */
async function copyProgram(installed: string, home: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const unfinished = await mkdtemp(join(cacheFolder, 'copying-'));
  await cp(installed, join(unfinished, 'sillytavern'), { recursive: true });
  await symlink(installedPackages, join(unfinished, 'node_modules'), 'junction');
  try {
    await rename(unfinished, home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}
