// `npm run bench -- drill`: rounds of load and one fault each on a real plant. What was acknowledged must be there, once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { USERS } from './data/plant.ts';
import { Caller } from './drill/caller.ts';
import { compareRound, type Loss } from './drill/compare.ts';
import { createDrillPlant, type DrillPlant } from './drill/drill-plant.ts';
import type { ExportSource } from './drill/export-check.ts';
import { describeFault, DISK_KINDS, drawFault } from './drill/faults.ts';
import { observeRound } from './drill/observe.ts';
import { describeLosses, formatDrillTable, formatRepeat, hasFailed } from './drill/report.ts';
import { type RoundResult, type RoundWork, runRound } from './drill/round.ts';
import type { BenchOptions } from './options.ts';

/** Runs the drill. Throws when something acknowledged is missing, or the server ended by itself. */
export async function benchDrill({ runs, seed }: BenchOptions, say: (text: string) => void): Promise<void> {
  const plant = await createDrillPlant();
  // The small disk takes memory of the machine until it is unmounted.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
  process.once('exit', () => plant.disk?.unmount());
  const folder = await mkdtemp(join(tmpdir(), 'varco-drill-files-'));
  const rounds: RoundResult[] = [];
  let late: readonly Loss[] = [];
  try {
    for (let number = 0; number < runs; number += 1) {
      const plan = drawFault(seed + number);
      if (plant.disk === null && DISK_KINDS.includes(plan.kind)) {
        say(`seed ${plan.seed}: ${plan.kind} skipped, this user may not mount a small disk`);
        continue;
      }
      const round = await runOrExplain({ plant, plan, number, source: findSource(rounds), folder });
      rounds.push(round);
      sayRound(round, say);
    }
    late = await checkAll(plant, rounds);
  } catch (error) {
    say(`the log of the plant ends with\n${await plant.readLog()}`);
    throw error;
  } finally {
    await plant.remove();
    await rm(folder, { recursive: true });
    if (rounds.length > 0) console.log(`\n${formatDrillTable(rounds, late)}\n`);
  }
  const failed = rounds.filter(hasFailed);
  for (const round of failed) console.log(describeLosses(round));
  for (const { what, how, detail } of late) console.log(`at the end: ${what} ${how}: ${detail}`);
  if (failed.length > 0 || late.length > 0) throw new Error('the drill failed: see above');
}

/** A round that cannot be finished is a failed one too: its error names what repeats it. */
async function runOrExplain(work: RoundWork): Promise<RoundResult> {
  try {
    return await runRound(work);
  } catch (error) {
    throw new Error(`the round could not be finished: ${describeFault(work.plan)}; ${formatRepeat(work.plan)}`, {
      cause: error,
    });
  }
}

/** What the next export selects: the transits of the last round, which do not change any more. */
function findSource(rounds: readonly RoundResult[]): ExportSource | null {
  const last = rounds.at(-1);
  if (last === undefined) return null;
  return { tag: last.ledger.tag, transits: last.transits };
}

function sayRound(round: RoundResult, say: (text: string) => void): void {
  const { plan, acknowledged, recovery, odd } = round;
  const kinds = Object.entries(acknowledged).map(([kind, n]) => `${n} ${kind}`);
  const again = `read again after ${recovery.ingest.toFixed(1)} s, search ${recovery.search.toFixed(1)} s`;
  say(`seed ${plan.seed}: ${describeFault(plan)}; ${kinds.join(', ')}; ${again}`);
  if (hasFailed(round)) say(describeLosses(round));
  for (const text of new Set(odd)) say(`  odd answer: ${text}`);
}

/** All rounds once more: what a round found must survive the later ones. */
async function checkAll(plant: DrillPlant, rounds: readonly RoundResult[]): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  for (const { ledger } of rounds) {
    await plant.query('delete from rate_counter');
    const caller = new Caller(plant.directUrl, () => {});
    losses.push(...compareRound(ledger, await observeRound(caller, await caller.signIn(USERS[0] ?? ''), ledger)));
  }
  return losses;
}
