import { readFileSync } from 'node:fs';
import { releasedChangelog } from './changelog.mjs';
import { changedFiles, currentBranch, tags } from './repository.mjs';
import { compareVersions, isVersion } from './semver.mjs';
import { versionsNow } from './version-places.mjs';

/** The branch that releases are made from: Obsidian reads manifest.json from its head. */
const releaseBranch = 'main';

/** What stands in the way of releasing a version today, each in a sentence; nothing when it can be done. */
export function obstacles(version, today) {
  if (!isVersion(version)) return [`“${version}” is no version: write three numbers without a “v”, e.g. 0.2.0.`];
  return [...growth(version), ...stateOfTree(), ...changelog(version, today)];
}

/** A version that was never released may be released as it is; else each is greater than all before. */
function growth(version) {
  const released = tags().filter(isVersion);
  const newest = [...released].sort(compareVersions).at(-1);
  const [{ version: current }] = versionsNow();
  if (released.includes(version)) return [`${version} is released already: there is a tag of that name.`];
  if (newest !== undefined && compareVersions(version, newest) < 0)
    return [`${version} is older than ${newest}, the newest release.`];
  return compareVersions(version, current) < 0
    ? [`${version} is older than ${current}, which package.json names.`]
    : [];
}

function stateOfTree() {
  const branch = currentBranch();
  const changed = changedFiles();
  return [
    ...(branch === releaseBranch ? [] : [`Releases are made from ${releaseBranch}; this is ${branch}.`]),
    ...(changed.length === 0 ? [] : [`There are changes that are not committed:\n${changed.join('\n')}`]),
  ];
}

function changelog(version, today) {
  return releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, today) === undefined
    ? [`CHANGELOG.md tells nothing of ${version}: write what it brings below “## [Unreleased]”.`]
    : [];
}
