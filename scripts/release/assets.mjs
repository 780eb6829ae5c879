/** The files on the page of a release. Obsidian takes the first three; the others are for SillyTavern and for servers. */
import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { bridgeFiles } from './bridge-files.mjs';

/** Zips are made the same each time: with one date, the first that the format knows. */
const mtime = new Date(1980, 0, 1);

const built = (name) => () => readFileSync(`dist/${name}`);

/** The bridge as a folder `lorehearth`, to be put beside SillyTavern's other extensions. */
const zippedBridge = () =>
  zipSync(Object.fromEntries(Object.entries(bridgeFiles()).map(([name, bytes]) => [`lorehearth/${name}`, bytes])), {
    mtime,
    level: 9,
  });

/** How the bytes of each asset are had, by its name. Reads dist/. */
export const releaseAssets = {
  'main.js': built('main.js'),
  'manifest.json': built('manifest.json'),
  'styles.css': built('styles.css'),
  'lorehearth-sillytavern.zip': zippedBridge,
  'lorehearth-cli.cjs': built('cli.cjs'),
};
