/**
 * Makes the commit and the tag of a release. Nothing leaves this computer: it says what to push.
 *
 *   npm run release -- 0.2.0            dates the changelog, writes the version everywhere, commits and tags
 *   npm run release -- 0.2.0 --dry-run  only tells what would be done
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { releasedChangelog } from './release/changelog.mjs';
import { obstacles } from './release/check-release.mjs';
import { git } from './release/repository.mjs';
import { versionPlaces } from './release/version-places.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const parameters = process.argv.slice(2);
const isDry = parameters.includes('--dry-run');
const versions = parameters.filter((parameter) => !parameter.startsWith('--'));
const unknown = parameters.filter((parameter) => parameter.startsWith('--') && parameter !== '--dry-run');
if (versions.length !== 1 || unknown.length > 0) {
  console.error('npm run release -- <version, e.g. 0.2.0> [--dry-run]');
  process.exit(2);
}
const [version] = versions;
const today = new Date().toISOString().slice(0, 10);

const problems = obstacles(version, today);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
const texts = [
  ...versionPlaces.map(({ path, write }) => ({ path, text: (old) => write(old, version, manifest) })),
  { path: 'CHANGELOG.md', text: (old) => releasedChangelog(old, version, today) },
];
const edits = texts.flatMap(({ path, text }) => {
  const old = readFileSync(path, 'utf8');
  const fresh = text(old);
  return fresh === old ? [] : [{ path, old, fresh }];
});
const message = `release: ${version}`;

if (isDry) {
  for (const { path } of edits) console.log(`would write ${path}`);
  if (edits.length > 0) console.log(`would commit “${message}”`);
  console.log(`would tag ${version}`);
  process.exit(0);
}

try {
  for (const { path, fresh } of edits) writeFileSync(path, fresh);
  if (edits.length > 0) git('commit', '--quiet', '--message', message, '--', ...edits.map(({ path }) => path));
} catch (error) {
  // A hook may refuse the commit: then nothing of the release stays behind.
  for (const { path, old } of edits) writeFileSync(path, old);
  console.error(`Nothing was released. ${error.message}`);
  process.exit(1);
}
// Obsidian asks for a tag that is the version alone, without a “v”.
git('tag', '--annotate', version, '--message', version);
console.log(`${version} is committed and tagged here. To publish it:\n\n  git push --atomic origin main ${version}\n`);
console.log('The workflow “release” tests the tag, builds it and puts the files on its page.');
