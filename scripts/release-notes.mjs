/** Prints what CHANGELOG.md says of a version, for its page: `node scripts/release-notes.mjs 0.2.0`. */
import { readFileSync } from 'node:fs';
import { notesOf } from './release/changelog.mjs';

const [version] = process.argv.slice(2);
const notes = notesOf(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'), version);
if (!notes) {
  console.error(`CHANGELOG.md tells nothing of ${version ?? 'a version that was not named'}.`);
  process.exit(1);
}
console.log(notes);
