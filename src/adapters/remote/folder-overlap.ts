import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { pathInside } from '../node/note-path';

/** Why a folder cannot be a further vault beside the own one; undefined where it can. Never rejects. */
export async function folderProblem(folder: string, own: string | undefined): Promise<string | undefined> {
  if (!isAbsolute(folder)) return 'The folder needs its whole path, from the root on.';
  if (own === undefined) return undefined;
  const [place, ownPlace] = await Promise.all([placeOf(folder), placeOf(own)]);
  if (place === ownPlace) return 'This folder is the vault itself.';
  if (pathInside(ownPlace, place) !== undefined) return 'This folder lies in the vault itself, which is read already.';
  if (pathInside(place, ownPlace) !== undefined) return 'This folder holds the vault itself, which is read already.';
  return undefined;
}

/** The path without links, as far as there is something at it. */
async function placeOf(folder: string): Promise<string> {
  const path = resolve(folder);
  return realpath(path).catch(() => path);
}
