import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'docs/design.md'];

const sources = ['src', 'tests', 'e2e', 'scripts', 'bench', 'docs', 'demo-vault', '.github'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
const names = new Set(sources.map((path) => path.slice(path.lastIndexOf('/') + 1)));
const code = sources.filter((path) => /\.(ts|svelte|mjs)$/.test(path)).map(read);

const endings = /\.(ts|svelte|mjs|md|json|ya?ml|css|cjs|js)$/;
/** What a user has, and what is made: not here, or only after a build. */
const elsewhere = /^(dist|artifacts|\.obsidian|\.lorehearth|node_modules)(\/|$)|^(main\.js|data\.json)$|[<>…*{}"|]/;

/** Everything in the code spans and fences of a page, and the targets of its links. */
function words(page: string): readonly string[] {
  const text = read(page);
  const code = [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].flatMap(
    ([, fence, span]) => fence ?? span ?? [],
  );
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target]) => target ?? '');
  return [
    ...code.flatMap((span) => (existsSync(root + span) ? span : span.split(/\s+/))),
    ...links.map((link) => fromPage(page, link)),
  ];
}

/** A link's target seen from the root. */
function fromPage(page: string, link: string): string {
  const folder = page.includes('/') ? page.slice(0, page.lastIndexOf('/') + 1) : '';
  return folder + link;
}

/** Whether a word is meant as a path of the repository. */
function isPath(word: string): boolean {
  if (elsewhere.test(word) || /^[/@#-]|^\.dom|^https?:|^obsidian:|^application\/|:\d|^POST|^GET/.test(word))
    return false;
  return (
    endings.test(word) ||
    /^(src|tests|docs|scripts|e2e|bench|core|ui|server|adapters|hosts|demo-vault|\.github)(\/|$)/.test(word)
  );
}

/** The page may leave out the beginning that its reader knows. */
function isThere(path: string): boolean {
  const plain = path.replace(/[.,;:)]+$/, '');
  const places = ['', 'src/', 'src/core/', 'docs/'].map((start) => root + start + plain);
  return places.some((place) => existsSync(place)) || (!plain.includes('/') && names.has(plain));
}

describe.each(pages)('%s', (page) => {
  it('names only paths that exist', () => {
    const paths = [...new Set(words(page).filter(isPath))];
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('names only functions, types and tables that exist', () => {
    const identifiers = [
      ...new Set([...read(page).matchAll(/`([A-Za-z][a-z]+[A-Z]\w*)`/g)].map(([, name]) => name ?? '')),
    ];
    expect(identifiers.filter((name) => !code.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
  });

  it('names only scripts of package.json', () => {
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
    const called = [...read(page).matchAll(/npm (?:run )?(?!ci\b|run\b|install\b)(\w[\w:-]*)/g)].map(
      ([, name]) => name ?? '',
    );
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only commands and options of the program', () => {
    const program = read('src/hosts/headless/cli.ts');
    const lines = [...read(page).matchAll(/node dist\/cli\.cjs ([a-z]+)([^`\n#]*)/g)];
    const wrong = lines.flatMap(([, command = '', rest = '']) => [
      ...(new RegExp(`command\\('${command}\\b`).test(program) ? [] : [command]),
      ...[...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option).filter((option) => !program.includes(option)),
    ]);
    expect(wrong).toEqual([]);
  });
});

describe('the recipes', () => {
  const recipes = read('CONTRIBUTING.md')
    .split('## Recipes')[1]
    ?.split(/^### /m)
    .slice(1)
    .map((text) => ({ title: text.slice(0, text.indexOf('\n')), text: text.split(/^## /m)[0] ?? '' }));

  it.each([
    'Add a field',
    'Add a pipeline stage',
    'Add a lorebook format',
    'Add a health check',
    'Add a Librarian tool',
    'Add an AI channel',
    'Add a panel',
    'Add a REST route',
    'Make a release',
  ])('%s: a few steps, and the tests that tell what was forgotten', (title) => {
    const recipe = recipes?.find((one) => one.title === title);
    const steps = recipe?.text.match(/^\d\. /gm) ?? [];
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(steps.length).toBeLessThanOrEqual(9);
    const [, forgotten = ''] = recipe?.text.split('_Forgotten?_') ?? [];
    expect(forgotten).toMatch(/`[\w./-]+\.test\.ts`/);
  });

  it('name tests that are tests', () => {
    const tests = [...read('CONTRIBUTING.md').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => path ?? '');
    expect(tests.filter((path) => path.includes('/') && !existsSync(root + path))).toEqual([]);
  });
});

it('a path that is gone is told', () => {
  expect(isPath('src/core/never.ts') && isThere('src/core/never.ts')).toBe(false);
  expect(['core/pipeline/stages', 'select-entries.ts', 'docs/guide'].every((path) => isThere(path))).toBe(true);
});
