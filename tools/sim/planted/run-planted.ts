import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { repositoryPath } from '../engine/repository-path.ts';
import { OptionError, type SimOptions } from '../options.ts';
import { findPlantedFault, PLANTED_FAULTS } from './all-faults.ts';
import type { PlantedFault } from './planted-fault.ts';

/** A run with a fault that makes the product do the same for ever is stopped, and counts as found. */
const MAX_RUN_MS = 240_000;
/** Share of the planted faults that must be found. */
const REQUIRED_SHARE = 0.9;

interface Outcome {
  readonly fault: PlantedFault;
  /** What found it; null: nothing did. */
  readonly by: string | null;
}

/** Runs the simulator with each planted fault and prints which were found. Returns the exit code. */
export async function runPlantedFaults(options: SimOptions): Promise<number> {
  const faults = selectFaults(options.ids);
  const waiting = [...faults];
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const outcome = { fault, by: await runOnce(fault.id, options) };
      outcomes.push(outcome);
      console.log(
        `${outcome.by === null ? 'MISSED' : 'found '} ${fault.id}: ${fault.breaks} [${outcome.by ?? 'nothing'}]`,
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const missed = outcomes.filter(({ by }) => by === null).map(({ fault }) => fault.id);
  const found = faults.length - missed.length;
  console.log(`${found} of ${faults.length} planted faults found, ${((100 * found) / faults.length).toFixed(1)} %.`);
  if (missed.length > 0) console.log(`Missed: ${missed.toSorted().join(', ')}`);
  return found >= REQUIRED_SHARE * faults.length ? 0 : 1;
}

/** The planted faults with these ids; null: all. Throws OptionError for an id that is none. */
function selectFaults(ids: readonly string[] | null): readonly PlantedFault[] {
  if (ids === null) return PLANTED_FAULTS;
  return ids.map((id) => {
    const fault = findPlantedFault(id);
    if (fault === undefined) throw new OptionError(`there is no planted fault ${id}`);
    return fault;
  });
}

/** The promise that was broken in one run; null: none was, or the fault is none: the program does not even start. */
function runOnce(id: string, { seed, days }: SimOptions): Promise<string | null> {
  const main = repositoryPath('tools/sim/main.ts');
  const args = [main, 'federation', '--seed', String(seed), '--days', String(days), '--fault', id];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: MAX_RUN_MS, maxBuffer: 1e7 }, (error, stdout, stderr) => {
      if (error === null) return resolve(null);
      const broken = /^BROKEN: (.*)$/m.exec(stdout)?.[1];
      resolve(
        broken ??
          (error.killed === true
            ? 'it never ends'
            : `it fails: ${stderr.split('\n').find((line) => line.includes('Error')) ?? ''}`),
      );
    });
  });
}
