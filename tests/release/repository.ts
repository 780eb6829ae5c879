import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository of Lorehearth itself. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** How a program ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end. The user's own settings of git play no part. */
export function run(program: string, parameters: readonly string[], cwd: string): Ended {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: join(root, 'tests/release/no-such-file'),
    GIT_CONFIG_NOSYSTEM: '1',
    ...{ GIT_AUTHOR_NAME: 'Tess', GIT_AUTHOR_EMAIL: 'tess@example.invalid' },
    ...{ GIT_COMMITTER_NAME: 'Tess', GIT_COMMITTER_EMAIL: 'tess@example.invalid' },
  };
  const { status, stdout, stderr } = spawnSync(program, [...parameters], { cwd, encoding: 'utf8', env });
  return { code: status, out: stdout, err: stderr };
}

/** Runs one of the scripts of Lorehearth in its own repository. */
export const runScript = (name: string, ...parameters: readonly string[]): Ended =>
  run(process.execPath, [join('scripts', name), ...parameters], root);

/** Files that the release script reads and writes, as they are in Lorehearth. */
const carried = [
  'package.json',
  'package-lock.json',
  'manifest.json',
  'versions.json',
  'LICENSE',
  'src/hosts/sillytavern/manifest.json',
  'e2e/package.json',
  'e2e/package-lock.json',
  'scripts',
];

/** A repository of its own with the scripts and the files that carry the version, committed on `main`. */
export class TestRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'lorehearth-release-'));

  constructor(changelog: string) {
    for (const path of carried) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      cpSync(join(root, path), join(this.folder, path), { recursive: true });
    }
    this.write('CHANGELOG.md', changelog);
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.commit('start');
  }

  /** What git prints, without the line end; fails when git does. */
  git(...parameters: readonly string[]): string {
    const { code, out, err } = run('git', parameters, this.folder);
    if (code !== 0) throw new Error(`git ${parameters.join(' ')}: ${err}`);
    return out.trim();
  }

  /** Commits all that is there. */
  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  /** Runs a script of the repository. */
  script(name: string, ...parameters: readonly string[]): Ended {
    return run(process.execPath, [join('scripts', name), ...parameters], this.folder);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
