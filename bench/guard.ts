// `npm run bench -- guard`: the search bench of two commits by turns. Fails when a class became slower by a tenth.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type ComparedClass, compareRuns, type SearchRun } from './guard/compare.ts';
import type { BenchOptions } from './options.ts';
import { formatTable } from './report/table.ts';

const root = join(import.meta.dirname, '..');
/** Enough for indexes and plans to matter, little enough to load in a minute. */
const DEFAULT_ROWS = 3_000_000;

const Results = z.object({
  classes: z.array(z.object({ id: z.string(), warm: z.object({ p50: z.number() }).nullable() })),
});

/** A commit in a work tree of its own, with data that its own bench loads. */
interface Checkout {
  readonly commit: string;
  readonly folder: string;
  readonly dataDir: string;
}

/** Raised when a class became slower; the table is printed already. */
export class SlowerError extends Error {}

/** Compares `--base` (the parent commit by default) with what is committed now. */
export async function benchGuard(options: BenchOptions, say: (text: string) => void): Promise<void> {
  const rows = options.rows ?? DEFAULT_ROWS;
  const checkouts = [options.base, 'HEAD'].map((ref) => openCheckout(options.dataDir, ref, say));
  const [before, after] = checkouts;
  if (before === undefined || after === undefined || before.commit === after.commit)
    throw new SlowerError('There is nothing to compare: both are the same commit.');
  const runs = new Map<string, SearchRun[]>(checkouts.map(({ commit }) => [commit, []]));
  for (let run = 1; run <= options.runs; run += 1)
    for (const checkout of checkouts) {
      say(`run ${run} of ${options.runs}: ${checkout.commit.slice(0, 8)}`);
      runs.get(checkout.commit)?.push(runSearch(checkout, rows, options.only));
    }
  const compared = compareRuns(runs.get(before.commit) ?? [], runs.get(after.commit) ?? []);
  console.log(`\n${formatComparison(compared, before.commit, after.commit)}\n`);
  const slower = compared.filter(({ isSlower }) => isSlower);
  if (slower.length > 0)
    throw new SlowerError(`Slower by more than a tenth: ${slower.map(({ id }) => id).join(', ')}.`);
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', [...args], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new SlowerError(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
}

function openCheckout(dataDir: string, ref: string, say: (text: string) => void): Checkout {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const folder = resolve(dataDir, 'guard', commit);
  if (!existsSync(join(folder, 'package.json'))) {
    say(`checking out ${commit.slice(0, 8)}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(resolve(dataDir, 'guard'), { recursive: true });
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', folder, commit);
  }
  return { commit, folder, dataDir: join(folder, '.data/guard') };
}

/** One run of the search bench with the code of a checkout, which installs its libraries and loads its data if needed. */
function runSearch({ folder, dataDir }: Checkout, rows: number, only: readonly string[]): SearchRun {
  const args = ['run', 'bench', '--', 'search', '--data', dataDir, '--rows', String(rows), '--keep', '--seconds', '1'];
  if (only.length > 0) args.push('--only', only.join(','));
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new SlowerError(`The bench of ${folder} failed.`);
  return Results.parse(JSON.parse(readFileSync(join(folder, 'bench/results/search.json'), 'utf8')));
}

function formatComparison(compared: readonly ComparedClass[], before: string, after: string): string {
  return formatTable([
    ['median ms, quietest run', before.slice(0, 8), after.slice(0, 8), 'ratio', ''],
    ...compared.map(({ id, beforeMs, afterMs, ratio, isSlower }) => [
      id,
      beforeMs.toFixed(1),
      afterMs.toFixed(1),
      ratio.toFixed(2),
      isSlower ? 'slower' : '',
    ]),
  ]);
}
