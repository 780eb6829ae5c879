/** Every file that carries the version of Lorehearth: how it is read, and how it is written without touching another byte. */
import { readFileSync } from 'node:fs';

/** A JSON file with `"version": "…"` at its top; the first of that name is the file's own. */
const topOfJson = (path) => ({
  path,
  read: (text) => JSON.parse(text).version,
  write: (text, version) => text.replace(/("version":\s*")[^"]*"/, (_, start) => `${start}${version}"`),
});

/** npm's lock file names the version twice: at its top, and as the package `""`. */
const lockFile = (path) => ({
  path,
  read: (text) => agreed([JSON.parse(text).version, JSON.parse(text).packages[''].version]),
  write: (text, version) => {
    const own = /^((?:[^{]*\{){3}[^}]*?"version":\s*")[^"]*"/;
    return topOfJson(path)
      .write(text, version)
      .replace(own, (_, start) => `${start}${version}"`);
  },
});

/** Which version of the app each version asks for: a line more. */
const versionsFile = {
  path: 'versions.json',
  read: (text) => Object.keys(JSON.parse(text)).at(-1),
  write: (text, version, { minAppVersion }) =>
    `${JSON.stringify({ ...JSON.parse(text), [version]: minAppVersion }, null, 2)}\n`,
};

/** All places, in the order in which they are written. */
export const versionPlaces = [
  topOfJson('package.json'),
  lockFile('package-lock.json'),
  topOfJson('manifest.json'),
  versionsFile,
  topOfJson('src/hosts/sillytavern/manifest.json'),
  topOfJson('e2e/package.json'),
  lockFile('e2e/package-lock.json'),
];

function agreed(versions) {
  const different = [...new Set(versions)];
  return different.length === 1 ? different[0] : different.join(' and ');
}

/** The version that each place names, read from the working folder. */
export function versionsNow() {
  return versionPlaces.map(({ path, read }) => ({ path, version: read(readFileSync(path, 'utf8')) }));
}

/** What is wrong with the versions beside each other; nothing when all places name `version`. */
export function disagreements(version) {
  const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
  const asked = JSON.parse(readFileSync('versions.json', 'utf8'))[version];
  return [
    ...versionsNow().flatMap(({ path, version: own }) =>
      own === version ? [] : [`${path} names ${own}, not ${version}`],
    ),
    ...(asked === manifest.minAppVersion
      ? []
      : [`versions.json asks for Obsidian ${asked}, manifest.json for ${manifest.minAppVersion}`]),
  ];
}
