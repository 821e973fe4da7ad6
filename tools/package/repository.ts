import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildVersion } from './control.ts';

export interface CommitFacts {
  /** Full hash. */
  readonly commit: string;
  /** Time of the commit in seconds since 1970. */
  readonly epoch: number;
  /** Version of the Debian package. */
  readonly version: string;
}

/** Output of a git command in `root`. Throws when git refuses. */
const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1e8 }).trim();

/**
 * What is being packaged. Throws when files differ from the commit, because the package would claim a commit it was
 * not made from; `allowsChanges` marks the version instead.
 */
export function readCommitFacts(root: string, allowsChanges: boolean): CommitFacts {
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '' && !allowsChanges)
    throw new Error(`These files differ from the commit; commit them, or give --allow-changes:\n${changed}`);
  const commit = git(root, 'rev-parse', 'HEAD');
  const epoch = Number(git(root, 'log', '-1', '--format=%ct'));
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const isTagged = git(root, 'tag', '--points-at', 'HEAD').split('\n').includes(`v${manifest.version}`);
  const version = buildVersion(manifest.version, epoch, commit, isTagged && changed === '');
  return { commit, epoch, version: changed === '' ? version : `${version}.changed` };
}

/** Committed files of the repository, and new ones that git does not ignore. */
export const listRepositoryFiles = (root: string): string[] =>
  git(root, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n');
