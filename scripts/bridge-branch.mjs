/**
 * Writes what lies on the branch `sillytavern` into a folder: the built bridge at its root, so that SillyTavern's
 * “Install extension” takes the address of the repository and the name of the branch. Build first.
 *
 *   node scripts/bridge-branch.mjs <folder>           writes the files; the folder must be new or empty
 *   node scripts/bridge-branch.mjs <folder> --commit  also makes the commit for the branch and prints its id
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bridgeFiles } from './release/bridge-files.mjs';
import { commitFolder } from './release/commit-folder.mjs';

const parameters = process.argv.slice(2);
const [named] = parameters.filter((parameter) => !parameter.startsWith('--'));
if (named === undefined) {
  console.error('node scripts/bridge-branch.mjs <new folder> [--commit]');
  process.exit(2);
}
const folder = resolve(named);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

if (!existsSync('dist/sillytavern/manifest.json')) {
  console.error('dist/sillytavern is missing. Run `npm run build` first.');
  process.exit(1);
}
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty.`);
  process.exit(1);
}
const files = bridgeFiles();
mkdirSync(folder, { recursive: true });
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);

if (parameters.includes('--commit')) {
  const { version } = JSON.parse(files['manifest.json'].toString());
  console.log(commitFolder(folder, 'sillytavern', `Version ${version}`));
}
