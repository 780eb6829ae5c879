/**
 * Tells every place that carries the version, and fails when they differ.
 *
 *   node scripts/check-versions.mjs         all places agree with package.json
 *   node scripts/check-versions.mjs 0.2.0   they name this version, and the changelog has a dated section for it
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sectionsOf } from './release/changelog.mjs';
import { disagreements, versionsNow } from './release/version-places.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const [tag] = process.argv.slice(2);
const places = versionsNow();
const wrong = disagreements(tag ?? places[0].version);
const told = sectionsOf(readFileSync('CHANGELOG.md', 'utf8')).find(({ name }) => name === tag);
if (tag !== undefined && told?.date === undefined) wrong.push(`CHANGELOG.md has no dated section for ${tag}`);

for (const { path, version } of places) console.log(`${version}  ${path}`);
for (const sentence of wrong) console.error(sentence);
process.exit(wrong.length === 0 ? 0 : 1);
