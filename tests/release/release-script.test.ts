import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TestRepository, type Ended } from './repository';

const changelog = (unreleased: string): string =>
  `# Changelog\n\nWords about it.\n\n## [Unreleased]\n\n${unreleased}\n\n## [0.0.9] - 2026-01-02\n\n- The first.\n`;
function refuses({ code, err }: Ended, words: string): void {
  expect(code).toBe(1);
  expect(err).toContain(words);
}

const today = new Date().toISOString().slice(0, 10);

let repository: TestRepository | undefined;
function start(text = changelog('- Notes sing.')): TestRepository {
  repository = new TestRepository(text);
  return repository;
}
afterEach(() => repository?.remove());

describe('npm run release', () => {
  it('writes the version everywhere, dates the changelog, commits and tags without a “v”', () => {
    const one = start();
    const { code, out, err } = one.script('release.mjs', '7.20.3');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(one.script('check-versions.mjs', '7.20.3')).toMatchObject({ code: 0, err: '' });
    expect(one.read('CHANGELOG.md')).toBe(
      `# Changelog\n\nWords about it.\n\n## [Unreleased]\n\n## [7.20.3] - ${today}\n\n- Notes sing.\n\n## [0.0.9] - 2026-01-02\n\n- The first.\n`,
    );
    expect(one.git('log', '-1', '--format=%s')).toBe('release: 7.20.3');
    expect(one.git('tag', '--points-at', 'HEAD')).toBe('7.20.3');
    expect(one.git('status', '--porcelain')).toBe('');
    expect(out).toContain('git push --atomic origin main 7.20.3');
  });

  it('changes nothing in the files but the version', () => {
    const one = start();
    one.script('release.mjs', '7.20.3');
    const paths = one.git('diff', '--name-only', 'HEAD~1').split('\n');
    const lines = one.git('diff', '--unified=0', 'HEAD~1', '--', ...paths.filter((path) => path !== 'CHANGELOG.md'));
    const added = lines.split('\n').filter((line) => /^\+(?!\+\+)/.test(line));
    expect(added.filter((line) => !line.includes('7.20.3') && !/^\+\s*"\d+\.\d+\.\d+": "[\d.]+",$/.test(line))).toEqual(
      [],
    );
    expect(added).toHaveLength(10);
  });

  it('with --dry-run tells what it would do and does nothing', () => {
    const one = start();
    const before = one.git('rev-parse', 'HEAD');
    const { code, out } = one.script('release.mjs', '7.20.3', '--dry-run');
    expect(code).toBe(0);
    expect(out).toContain('would write manifest.json');
    expect(out).toContain('would tag 7.20.3');
    expect([one.git('rev-parse', 'HEAD'), one.git('tag'), one.git('status', '--porcelain')]).toEqual([before, '', '']);
  });

  it('releases the version that the files name already, once', () => {
    const one = start();
    const { version } = JSON.parse(one.read('package.json')) as { version: string };
    expect(one.script('release.mjs', version).code).toBe(0);
    expect(one.git('tag')).toBe(version);
    refuses(one.script('release.mjs', version), 'already');
  });

  it('takes a section that names the version and has no date yet', () => {
    const one = start('# Changelog\n\n## [Unreleased]\n\n## [7.0.0]\n\n- Ready.\n');
    expect(one.script('release.mjs', '7.0.0').code).toBe(0);
    expect(one.read('CHANGELOG.md')).toBe(`# Changelog\n\n## [Unreleased]\n\n## [7.0.0] - ${today}\n\n- Ready.\n`);
  });

  it('makes the next release on top of the one before', () => {
    const one = start();
    const before = Object.keys(JSON.parse(one.read('versions.json')) as object);
    one.script('release.mjs', '7.9.0');
    one.write('CHANGELOG.md', one.read('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n- More.\n'));
    one.commit('more');
    expect(one.script('release.mjs', '7.10.0')).toMatchObject({ code: 0, err: '' });
    expect(one.git('tag').split('\n').sort()).toEqual(['7.10.0', '7.9.0']);
    expect(one.script('release-notes.mjs', '7.10.0').out).toBe('- More.\n');
    expect(Object.keys(JSON.parse(one.read('versions.json')) as object)).toEqual([...before, '7.9.0', '7.10.0']);
  });
});

describe('npm run release refuses', () => {
  it.each(['v7.0.0', '7.0', '7.0.0-beta.1', '07.0.0', 'next'])('%s, which is no version', (version) => {
    refuses(start().script('release.mjs', version), 'no version');
  });

  it('to begin without a version, or with an option that it does not know', () => {
    const one = start();
    expect(one.script('release.mjs').code).toBe(2);
    expect(one.script('release.mjs', '7.0.0', '--force').code).toBe(2);
  });

  it('a version that is not newer than the newest release, as numbers and not as text', () => {
    const one = start();
    one.git('tag', '7.10.0');
    refuses(one.script('release.mjs', '7.9.0'), '7.10.0');
  });

  it('a version older than the files', () => {
    refuses(start().script('release.mjs', '0.0.1'), 'older');
  });

  it('a tree with changes, and names them', () => {
    const one = start();
    one.write('new.txt', 'x');
    refuses(one.script('release.mjs', '7.0.0'), 'new.txt');
  });

  it('another branch', () => {
    const one = start();
    one.git('switch', '--quiet', '--create', 'side');
    refuses(one.script('release.mjs', '7.0.0'), 'side');
  });

  it.each([
    ['an empty section', changelog('')],
    ['headings alone', changelog('### Added')],
    ['no section', '# Changelog\n'],
  ])('a changelog with %s', (_, text) => {
    refuses(start(text).script('release.mjs', '7.0.0'), 'tells nothing');
  });

  it('and leaves no trace when a hook refuses the commit', () => {
    const one = start();
    one.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    chmodSync(join(one.folder, '.git/hooks/pre-commit'), 0o755);
    refuses(one.script('release.mjs', '7.0.0'), 'Nothing was released');
    expect([one.git('status', '--porcelain'), one.git('tag')]).toEqual(['', '']);
  });
});
