/** Which packages are in a bundle, and the notices that their licences ask for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences (SPDX) that may be bundled: all ask for a notice only. The build fails on any other. */
const allowed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

/**
 * A package without a file of its own gets the text of its licence from here. Each is a package whose file holds the
 * text as the licence's authors publish it.
 */
const textsFrom = { MIT: 'node_modules/zod', 'Apache-2.0': 'node_modules/@ai-sdk/provider' };

/** Folders of the packages of which a bundle holds at least one byte, sorted. */
export function packagesIn({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => folderOf(path));
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** `node_modules/a/node_modules/@b/c/lib/d.js` → `node_modules/a/node_modules/@b/c`. */
function folderOf(path) {
  return /^(?:[^:]*:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/** What is known of a package. Fails on a licence that may not be bundled. */
export function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!allowed.includes(license))
    throw new Error(`${name}@${version} has the licence ${license}; see ${import.meta.url}`);
  return { name, version, license, text: licenceText(folder, name, license) };
}

function licenceText(folder, name, license) {
  const own = licenceFile(folder);
  if (own !== undefined) return own;
  if (textsFrom[license] === undefined) throw new Error(`${name} holds no text of its licence (${license})`);
  return licenceFile(textsFrom[license]).replace(/^Copyright .*$/m, `Copyright (c) the authors of ${name}`);
}

function licenceFile(folder) {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(\.(md|txt))?$/i.test(file));
  return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8');
}

/** Packages under this licence ship its short form only, and it asks for a copy of itself. */
const apacheInFull = 'node_modules/typescript';

const rule = `\n${'-'.repeat(72)}\n\n`;

/** The notices of packages: those with the same words share them, below the copyright lines of each. */
export function notices(packages) {
  const groups = new Map();
  for (const one of packages) {
    const { copyright, words } = split(one.text);
    const group = groups.get(normal(words)) ?? { words, members: [] };
    group.members.push(
      [`${one.name} ${one.version} (${one.license})`, ...copyright.map((line) => `  ${line}`)].join('\n'),
    );
    groups.set(normal(words), group);
  }
  const parts = [...groups.values()].map(({ words, members }) => `${members.join('\n')}\n\n${words}\n`);
  const hasApache = packages.some(({ license }) => license === 'Apache-2.0');
  return [...parts, ...(hasApache ? [`${licenceFile(apacheInFull).trim()}\n`] : [])].join(rule);
}

/** The head of a licence's text (its name, copyright lines) and the words that it shares with others. */
function split(text) {
  const lines = text.replaceAll('\r', '').trim().split('\n');
  const isHead = (line) =>
    /^\s*(copyright|\(c\)|©)/i.test(line) ||
    /^\W*(the )?(mit|isc|bsd[ -]3-clause) license\W*(\(mit\))?\W*$/i.test(line);
  const copyright = lines.filter(
    (line) => /^\s*(copyright|\(c\)|©)/i.test(line) && !/^\s*copyright notice/i.test(line),
  );
  const isKept = (line) => !isHead(line) || /^\s*copyright notice/i.test(line);
  return { copyright: copyright.map((line) => line.trim()), words: lines.filter(isKept).join('\n').trim() };
}

const normal = (words) => words.replaceAll(/\s+/g, ' ').toLowerCase();

/** The notices as a comment that ends a built file. */
export function noticeComment(packages) {
  if (packages.length === 0) return '';
  return `\n/*!\nParts of this file come from other projects, under these licences:\n\n${notices(packages).replaceAll('*/', '* /')}*/\n`;
}
