/** Puts the files of a release's page into a new or empty folder: `node scripts/release-assets.mjs <folder>`. Build first. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { releaseAssets } from './release/assets.mjs';

const [named] = process.argv.slice(2);
if (named === undefined) {
  console.error('node scripts/release-assets.mjs <new folder>');
  process.exit(2);
}
const folder = resolve(named);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!existsSync('dist/main.js')) {
  console.error('dist/main.js is missing. Run `npm run build` first.');
  process.exit(1);
}
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty.`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const [name, bytes] of Object.entries(releaseAssets)) {
  writeFileSync(join(folder, name), bytes());
  console.log(join(folder, name));
}
