import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root, runScript } from './repository';

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
const step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const job = z.strictObject({
  needs: z.string().optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  permissions: permissions.optional(),
  steps: z.array(step),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(z.string(), job),
});

const folder = join(root, '.github/workflows');
const files = readdirSync(folder).sort();
const read = (name: string): z.infer<typeof workflow> =>
  workflow.parse(parse(readFileSync(join(folder, name), 'utf8')));
const release = read('release.yml');
const steps = files.flatMap((name) => Object.values(read(name).jobs).flatMap((one) => one.steps));
const commands = (name: string): readonly string[] =>
  (release.jobs[name]?.steps ?? []).flatMap(({ run = '' }) => run.split('\n'));

describe('the workflows', () => {
  it('are two, and can be read', () => {
    expect(files).toEqual(['ci.yml', 'release.yml']);
  });

  it('take only actions of GitHub itself, each of a named version', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(5);
    expect(actions.filter((name) => !/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(name))).toEqual([]);
  });

  it('put nothing that comes from outside into a command by text', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  it('run scripts that exist', () => {
    const paths = steps.flatMap(({ run = '' }) => [
      ...run.matchAll(/(?:node (?<script>scripts\/[\w./-]+)|(?<own>\.ci\/run))/g),
    ]);
    const named = paths.map(({ groups }) => groups?.['script'] ?? groups?.['own'] ?? '');
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('use the one version of Node that builds are made with', () => {
    const setups = steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@'));
    expect(setups.filter((one) => one.with?.['node-version-file'] !== '.nvmrc')).toEqual([]);
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const major = /\d+/.exec(engines.node)?.[0];
    expect(readFileSync(join(root, '.nvmrc'), 'utf8')).toMatch(new RegExp(`^${String(major)}\\.\\d+\\.\\d+\n$`));
  });
});

describe('the tests of changes', () => {
  it('may read and nothing else, and run what `npm test` runs', () => {
    const ci = read('ci.yml');
    expect(ci.permissions).toEqual({ contents: 'read' });
    expect(Object.values(ci.jobs).flatMap((one) => Object.keys(one.permissions ?? {}))).toEqual([]);
    expect(Object.values(ci.jobs).flatMap((one) => one.steps.map(({ run }) => run))).toContain('.ci/run');
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/npm ci[\s\S]*npm test/);
  });
});

describe('the release', () => {
  it('begins with a tag that is a version without a “v”', () => {
    const { push } = z.object({ push: z.strictObject({ tags: z.array(z.string()) }) }).parse(release.on);
    const shapes = push.tags.map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.')}$`));
    const starts = (tag: string): boolean => shapes.some((shape) => shape.test(tag));
    expect(['0.1.0', '12.34.567'].filter((tag) => !starts(tag))).toEqual([]);
    expect(['v0.1.0', '0.1', '0.1.0-beta', 'nightly'].filter(starts)).toEqual([]);
  });

  it('gives each job only what it needs', () => {
    expect(release.permissions).toEqual({});
    expect(Object.fromEntries(Object.entries(release.jobs).map(([name, one]) => [name, one.permissions]))).toEqual({
      test: { contents: 'read' },
      publish: { contents: 'write', 'id-token': 'write', attestations: 'write' },
      bridge: { contents: 'write' },
    });
  });

  it('publishes nothing before everything was tested, and that the tag stands on main and names the version', () => {
    expect(release.jobs['publish']?.needs).toBe('test');
    expect(release.jobs['bridge']?.needs).toBe('publish');
    expect(commands('test')).toEqual(
      expect.arrayContaining([
        '.ci/run',
        'node scripts/check-versions.mjs "$GITHUB_REF_NAME"',
        'git merge-base --is-ancestor "$GITHUB_SHA" origin/main',
      ]),
    );
  });

  it('builds once more and compares before it puts anything on the page', () => {
    const lines = commands('publish');
    const order = ['npm ci', 'npm run build', 'check-reproducible', 'release-assets', 'gh release create'];
    const at = order.map((part) => lines.findIndex((line) => line.includes(part)));
    expect(at).not.toContain(-1);
    expect(at).toEqual([...at].sort((a, b) => a - b));
  });

  it('uploads and attests exactly the files that are made for it', () => {
    const out = join(tmpdir(), `lorehearth-assets-${String(process.pid)}`);
    expect(runScript('release-assets.mjs', out)).toMatchObject({ code: 0 });
    const made = readdirSync(out)
      .map((name) => `assets/${name}`)
      .sort();
    rmSync(out, { recursive: true, force: true });
    const uploaded =
      commands('publish')
        .join('\n')
        .match(/(?<=\s)assets\/[\w.-]+/g) ?? [];
    const attestation = release.jobs['publish']?.steps.find(({ uses }) =>
      uses?.startsWith('actions/attest-build-provenance@'),
    );
    const attested = String(attestation?.with?.['subject-path']).trim().split('\n');
    expect([...uploaded].sort()).toEqual(made);
    expect([...attested].sort()).toEqual(made);
  });

  it('adds to the branch of the bridge and never writes over it', () => {
    const pushes = Object.keys(release.jobs).flatMap((name) =>
      commands(name).filter((line) => line.includes('git push')),
    );
    expect(pushes).toEqual(['git push origin "$commit:refs/heads/sillytavern"']);
  });
});
