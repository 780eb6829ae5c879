import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandStage } from '../src/hosts/sillytavern/commands/testing/command-stage';
import { panels } from '../src/ui/panels';
import { guidePictures } from './browser/support/gallery/guide-pictures';

const guide = fileURLToPath(new URL('../docs/guide/', import.meta.url));
const pages = readdirSync(guide).filter((name) => name.endsWith('.md'));
const links = pages.flatMap((page) =>
  [...readFileSync(guide + page, 'utf8').matchAll(/\]\((?<target>[^)#]+)/gu)].map(
    ({ groups }) => groups?.['target'] ?? '',
  ),
);
const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['src/ui', 'src/hosts', 'src/core/health', 'src/core/settings'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.(?:ts|svelte)$/u.test(name))
    .map((name) => readFileSync(`${root}${folder}/${name}`, 'utf8')),
);
/** Words that Obsidian shows. */
const ofOthers = new Set(['Community plugins']);
const folded = (text: string): string => text.replaceAll('’', "'").replace(/\s+/gu, ' ').toLowerCase();

/** What stands in bold and ends like no sentence: words on the screen, in a path or around a gap each for itself. */
function boldWords(page: string): readonly string[] {
  const text = readFileSync(guide + page, 'utf8').replace(/`+[^`]*`+/gu, '');
  return [...text.matchAll(/\*\*(?<words>[^*\n]+)\*\*/gu)]
    .map(({ groups }) => groups?.['words'] ?? '')
    .filter((words) => !/[.:]$/u.test(words))
    .flatMap((words) => words.split(/[→…]/u))
    .map((words) => words.trim())
    .filter(Boolean);
}
const headings = (page: string): readonly string[] =>
  [...readFileSync(guide + page, 'utf8').matchAll(/^#{1,6} (?<words>.+)$/gmu)].map(({ groups }) =>
    (groups?.['words'] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
const shown = links.filter((link) => link.startsWith('pictures/')).map((link) => link.slice('pictures/'.length, -4));

describe('the user guide', () => {
  it('shows only pictures that are made by `npm run gallery -- --docs`', () => {
    const made = new Set(guidePictures.map(({ name }) => name));
    expect(shown.filter((name) => !made.has(name))).toEqual([]);
  });

  it('shows every picture that is made for it', () => {
    expect(guidePictures.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('shows every panel', () => {
    expect(panels.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('leads to pages and pictures that exist', () => {
    expect(links.filter((link) => !existsSync(guide + link))).toEqual([]);
  });

  it('leads to headings that exist', () => {
    const lost = pages.flatMap((page) =>
      [...readFileSync(guide + page, 'utf8').matchAll(/\]\((?<target>[^)#]*\.md)?#(?<heading>[^)]+)/gu)].filter(
        ({ groups }) => !headings(groups?.['target'] ?? page).includes(groups?.['heading'] ?? ''),
      ),
    );
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  it('has every page in its list', () => {
    const list = readFileSync(`${guide}README.md`, 'utf8');
    expect(pages.filter((page) => page !== 'README.md' && !list.includes(`](${page})`))).toEqual([]);
  });

  it('calls buttons, fields and panels as the program does', () => {
    const said = folded(sources.join(' '));
    const unknown = pages.flatMap((page) =>
      boldWords(page).filter((words) => !said.includes(folded(words)) && !ofOthers.has(words)),
    );
    expect(unknown).toEqual([]);
  });

  it('shows every slash command with the values that it takes by name', async () => {
    const stage = await commandStage({});
    const registered = Object.keys(stage.commands).map((name) => [
      `/${name}`,
      // Which fields there are is up to the vault.
      name === 'lorehearth-context' ? ['field'] : Object.keys(stage.values(name)).filter((value) => value !== 'quiet'),
    ]);
    stage.stop();
    const rows = [
      ...readFileSync(`${guide}play.md`, 'utf8').matchAll(/^\| `(?<name>\/[\w-]+)`\s*\| (?<takes>[^|]+)/gmu),
    ];
    const told = rows.map(({ groups }) => [
      groups?.['name'],
      [...(groups?.['takes'] ?? '').matchAll(/`(?<value>\w+)=/gu)].map((value) => value.groups?.['value']),
    ]);
    expect(told).toEqual(registered);
  });

  it('is small enough to be kept with the code', () => {
    const folder = `${guide}pictures/`;
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(folder + name).size, 0);
    expect(bytes).toBeLessThan(2_500_000);
  });
});
