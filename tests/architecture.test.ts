import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Who may import whom, and which packages. A folder that is not named here has no place in the tree. When this test
 * refuses an import, the file is in the wrong place; where the table itself is wrong, it is changed in a commit of its
 * own that says why.
 */
const core = (...names: string[]): string[] => names.map((name) => `core/${name}`);
const everyCore = core(
  'base',
  'ports',
  'lore',
  'formats',
  'imports',
  'watch',
  'edits',
  'cards',
  'librarian',
  'health',
  'lab',
  'documents',
  'vaults',
  'analytics',
  'graph',
  'transcripts',
  'gaps',
  'scribe',
  'notepad',
  'writing-tools',
  'growth',
  'search',
  'chat',
  'ai',
  'pipeline',
  'settings',
  'engine',
);

interface Area {
  readonly may: readonly string[];
  readonly packages?: readonly string[];
}

const areas: Readonly<Record<string, Area>> = {
  'core/base': { may: [] },
  'core/ports': { may: core('base') },
  'core/lore': { may: core('base'), packages: ['gray-matter', 'yaml'] },
  'core/formats': { may: core('base', 'lore'), packages: ['fflate', 'yaml'] },
  'core/search': { may: core('base', 'lore') },
  'core/chat': { may: core('base', 'lore') },
  'core/ai': { may: core('base', 'ports', 'documents') },
  'core/documents': { may: core('base', 'ports') },
  'core/vaults': { may: core('base', 'ports', 'lore', 'documents', 'search') },
  'core/transcripts': { may: core('base', 'ports', 'chat', 'documents') },
  'core/gaps': { may: core('base', 'ports', 'lore', 'search', 'ai', 'documents', 'transcripts') },
  'core/analytics': { may: core('base', 'ports', 'lore', 'documents', 'pipeline') },
  'core/graph': { may: core('base', 'ports', 'documents', 'lore', 'search') },
  'core/scribe': {
    may: core('base', 'ports', 'lore', 'formats', 'imports', 'ai', 'edits', 'documents', 'transcripts'),
  },
  'core/notepad': { may: core('base', 'lore', 'ai') },
  'core/writing-tools': { may: core('base', 'lore', 'search', 'gaps') },
  'core/growth': {
    may: core('base', 'ports', 'lore', 'search', 'ai', 'pipeline', 'edits', 'librarian', 'documents', 'transcripts'),
    packages: ['zod'],
  },
  'core/settings': { may: core('base', 'lore', 'ai') },
  'core/pipeline': { may: core('base', 'ports', 'lore', 'search', 'chat', 'ai', 'notepad') },
  'core/cards': { may: core('base', 'ports', 'lore', 'formats', 'imports', 'search', 'pipeline') },
  'core/imports': { may: core('base', 'ports', 'documents', 'lore', 'formats'), packages: ['yaml'] },
  'core/watch': { may: core('base', 'ports', 'documents', 'lore', 'formats', 'imports') },
  'core/librarian': {
    may: core('base', 'ports', 'documents', 'lore', 'search', 'ai', 'pipeline', 'edits'),
    packages: ['zod'],
  },
  'core/health': {
    may: core('base', 'ports', 'documents', 'ai', 'gaps', 'lore', 'search', 'pipeline', 'settings', 'edits'),
  },
  'core/lab': {
    may: core('base', 'ports', 'lore', 'search', 'chat', 'pipeline', 'settings', 'edits', 'health', 'transcripts'),
    packages: ['yaml', 'zod'],
  },
  'core/edits': { may: core('base', 'ports', 'documents', 'lore', 'formats', 'imports'), packages: ['diff', 'yaml'] },
  'core/engine': {
    may: core(
      'base',
      'ports',
      'lore',
      'formats',
      'imports',
      'watch',
      'edits',
      'cards',
      'librarian',
      'health',
      'lab',
      'documents',
      'vaults',
      'analytics',
      'graph',
      'transcripts',
      'gaps',
      'scribe',
      'notepad',
      'writing-tools',
      'growth',
      'search',
      'chat',
      'ai',
      'pipeline',
      'settings',
    ),
  },
  'server/contract': {
    may: core('lore', 'ai', 'pipeline', 'edits', 'librarian', 'gaps', 'growth', 'lab'),
    packages: ['@hono/zod-openapi'],
  },
  server: { may: ['server/contract', ...everyCore], packages: ['hono', '@hono/zod-openapi', 'zod'] },
  ui: { may: ['server/contract', 'server/client'], packages: ['svelte', 'lucide-static', 'marked', 'd3-force'] },
  'adapters/patterns': { may: core('ports') },
  'adapters/node': { may: [...core('base', 'ports', 'documents'), 'adapters/patterns'], packages: ['node:', 'yaml'] },
  'adapters/remote': { may: [...core('base', 'ports'), 'adapters/node'], packages: ['node:'] },
  'adapters/tokens': { may: core('base', 'ports'), packages: ['gpt-tokenizer'] },
  'adapters/obsidian': { may: [...core('base', 'ports'), 'adapters/patterns'], packages: ['obsidian'] },
  'adapters/models': { may: core('base', 'ports', 'ai'), packages: ['@ai-sdk'] },
  'adapters/memory': { may: core('base', 'ports', 'ai') },
  'hosts/obsidian': {
    may: [
      'ui',
      'server',
      'server/contract',
      'server/client',
      'adapters/node',
      'adapters/remote',
      'adapters/tokens',
      'adapters/models',
      'adapters/patterns',
      'adapters/obsidian',
      ...everyCore,
    ],
    packages: ['obsidian', '@codemirror', 'svelte', 'node:', 'embedded:'],
  },
  'hosts/headless': {
    may: [
      'server',
      'server/contract',
      'server/client',
      'adapters/node',
      'adapters/remote',
      'adapters/tokens',
      'adapters/models',
      'adapters/patterns',
      ...everyCore,
    ],
    packages: ['commander', 'node:', 'embedded:'],
  },
  'hosts/console': { may: ['ui', 'server/contract', 'server/client'], packages: ['svelte'] },
  'hosts/sillytavern': { may: ['core/base', 'server/contract', 'server/client'] },
  main: { may: ['hosts/obsidian'] },
};

interface SourceFile {
  readonly path: string;
  readonly area: string;
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = ['main.ts', ...sourcePaths(join(root, 'src'))].map((path) => ({
  path,
  area: areaOf(path),
  imports: importsOf(path),
}));
const known = new Set(files.map((file) => file.path));

function sourcePaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split('\\').join('/'))
    .filter((path) => !path.includes('/testing/'));
}

function areaOf(path: string): string {
  if (path === 'main.ts') return 'main';
  if (path === 'src/server/client.ts') return 'server/client';
  const parts = path.split('/').slice(1, -1);
  return [parts.slice(0, 2).join('/'), parts[0] ?? ''].find((name) => name in areas) ?? parts.join('/');
}

function importsOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  const code = path.endsWith('.svelte')
    ? [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '').join('\n')
    : source;
  return ts.preProcessFile(code, true, true).importedFiles.map((file) => file.fileName);
}

/** The path of a relative import's file, or undefined for a package. */
function targetOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = posix.normalize(posix.join(dirname(from), specifier));
  return [base, `${base}.ts`, `${base}.svelte.ts`, `${base}.svelte`].find((path) => known.has(path));
}

describe('the architecture', () => {
  test('names every folder that holds source files', () => {
    const unnamed = files
      .filter((file) => file.area !== 'server/client' && !(file.area in areas))
      .map((file) => file.path);
    expect(unnamed).toEqual([]);
  });

  test('has no arrow outside the table', () => {
    const wrong = files.flatMap((file) => file.imports.flatMap((specifier) => complaint(file, specifier)));
    expect(wrong).toEqual([]);
  });

  test('has no cycle between files', () => {
    expect(findCycle()).toEqual([]);
  });

  test('looks at a real tree', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.reduce((sum, file) => sum + file.imports.length, 0)).toBeGreaterThan(200);
  });
});

function complaint(file: SourceFile, specifier: string): string[] {
  const area = areas[file.area === 'server/client' ? 'server' : file.area];
  if (!area) return [];
  const target = targetOf(file.path, specifier);
  if (target !== undefined) {
    const to = areaOf(target);
    return to === file.area || area.may.includes(to) ? [] : [`${file.path} → ${target}`];
  }
  if (specifier.startsWith('.')) return [`${file.path} → ${specifier} (no such file)`];
  const isAllowed = (area.packages ?? []).some(
    (name) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`),
  );
  return isAllowed ? [] : [`${file.path} → ${specifier}`];
}

function findCycle(): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    if (state.get(path) === 'done') return [];
    if (state.get(path) === 'open') return [...trail.slice(trail.indexOf(path)), path];
    state.set(path, 'open');
    for (const specifier of files.find((file) => file.path === path)?.imports ?? []) {
      const target = targetOf(path, specifier);
      // A component that draws a tree draws itself.
      const cycle = target === undefined || target === path ? [] : visit(target, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    state.set(path, 'done');
    return [];
  };
  for (const file of files) {
    const cycle = visit(file.path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
