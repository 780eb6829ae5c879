/** Builds once more and fails when a byte of dist/ differs, when main.js is too large, or when it holds what reviewers refuse. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Obsidian Sync's limit for one file. */
const LARGEST_PLUGIN = 5_000_000;
const refused = [/\beval\(/, /\.innerHTML\s*=(?!=)/, /createElement\(["']style["']\)/];

const hashes = () =>
  Object.fromEntries(
    readdirSync('dist', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );

const complaints = [];
const first = hashes();
const build = spawnSync(process.execPath, ['esbuild.config.mjs'], { stdio: 'inherit' });
if (build.status !== 0) complaints.push('the second build failed');
const second = hashes();
for (const path of new Set([...Object.keys(first), ...Object.keys(second)])) {
  if (first[path] !== second[path]) complaints.push(`${path} differs from one build to the next`);
}
const plugin = readFileSync('dist/main.js', 'utf8');
if (plugin.length > LARGEST_PLUGIN)
  complaints.push(`main.js has ${plugin.length} bytes; ${LARGEST_PLUGIN} are allowed`);
for (const pattern of refused) if (pattern.test(plugin)) complaints.push(`main.js holds ${pattern}`);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
const versions = JSON.parse(readFileSync('versions.json', 'utf8'));
if (manifest.version !== version) complaints.push('manifest.json and package.json name different versions');
if (versions[version] !== manifest.minAppVersion) complaints.push('versions.json does not name this version');

for (const complaint of complaints) console.error(complaint);
console.log(`main.js: ${(plugin.length / 1e6).toFixed(2)} MB`);
process.exit(complaints.length === 0 ? 0 : 1);
