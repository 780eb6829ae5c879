import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { git, gitOr } from './repository.mjs';

/**
 * Makes a commit whose tree is a folder, on top of the newest commit of a branch (that of `origin` first), without
 * touching branch, index or working tree. SillyTavern updates the bridge with a pull, so the branch only ever grows.
 * Gives the commit, or that of the branch when it holds the very same files already.
 */
export function commitFolder(folder, branch, message) {
  const parent =
    gitOr('rev-parse', '--verify', '--quiet', `refs/remotes/origin/${branch}`) ??
    gitOr('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
  const tree = treeOf(folder);
  if (parent !== undefined && git('rev-parse', `${parent}^{tree}`) === tree) return parent;
  return git('commit-tree', tree, ...(parent === undefined ? [] : ['-p', parent]), '-m', message);
}

/** Writes the files of a folder into the object store, by way of an index of their own. */
function treeOf(folder) {
  const aside = mkdtempSync(join(tmpdir(), 'lorehearth-index-'));
  try {
    const env = {
      ...process.env,
      GIT_INDEX_FILE: join(aside, 'index'),
      GIT_DIR: resolve(git('rev-parse', '--git-dir')),
    };
    const options = { encoding: 'utf8', env: { ...env, GIT_WORK_TREE: resolve(folder) }, cwd: folder };
    const run = (...parameters) => {
      const { status, stdout, stderr } = spawnSync('git', ['-c', 'core.autocrlf=false', ...parameters], options);
      if (status !== 0) throw new Error(`git ${parameters[0]}: ${stderr.trim()}`);
      return stdout.trim();
    };
    run('add', '--all', '--force', '.');
    return run('write-tree');
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
