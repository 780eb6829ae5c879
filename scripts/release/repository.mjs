/** The git repository of the working folder. */
import { spawnSync } from 'node:child_process';

/** What a git command prints, without line ends at its end. Fails with what git says. */
export function git(...parameters) {
  const { status, stdout, stderr } = spawnSync('git', parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${parameters[0]}: ${(stderr ?? '').trim() || 'could not be started'}`);
  return stdout.trimEnd();
}

/** What a git command prints, or undefined when it fails. */
export function gitOr(...parameters) {
  try {
    return git(...parameters);
  } catch {
    return undefined;
  }
}

/** Files that are changed or new, as git lists them. */
export const changedFiles = () => git('status', '--porcelain').split('\n').filter(Boolean);

/** The branch that is checked out; `HEAD` for none. */
export const currentBranch = () => git('rev-parse', '--abbrev-ref', 'HEAD');

/** Names of all tags. */
export const tags = () => git('tag', '--list').split('\n').filter(Boolean);
