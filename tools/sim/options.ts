import { parseArgs } from 'node:util';

export class OptionError extends Error {}

export interface SimOptions {
  readonly command: 'federation' | 'faults';
  readonly seed: number;
  /** First day, and how many. */
  readonly day: number;
  readonly days: number;
  /** Stop when so many minutes are over; null: after the days. */
  readonly minutes: number | null;
  /** Id of the planted fault to run with; null: the product as it is. */
  readonly fault: string | null;
  /** Ids of the planted faults to try; null: all. */
  readonly ids: readonly string[] | null;
  /** Prints one line a day with the digest of its trace. */
  readonly isVerbose: boolean;
}

export const HELP = `Usage: npm run sim -- federation [options]
  --seed N        whole number; the same seed makes the same days (default 1)
  --days N        simulated days (default 100)
  --day D         only this day, as a failure prints it
  --minutes N     stop after so many minutes instead
  --verbose       one line a day, with the digest of everything that happened
  --fault ID      with one planted fault
Or: npm run sim -- faults [options]     every planted fault, one at a time, and which were found
  --days N        most days tried for each planted fault (default 24)
  --seed N        the seed tried (default 1)
  --ids A,B       only these`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  ...{ seed: TEXT, days: TEXT, day: TEXT, minutes: TEXT, fault: TEXT, ids: TEXT },
  verbose: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function readWhole(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min) throw new OptionError(`--${name} is not a whole number: ${text}`);
  return value;
}

/** Options of `npm run sim`; null when help is wanted. Throws OptionError. */
export function parseSimOptions(args: readonly string[]): SimOptions | null {
  const { values, positionals } = parse(args);
  if (values.help === true || positionals.length === 0) return null;
  const [command] = positionals;
  if ((command !== 'federation' && command !== 'faults') || positionals.length > 1)
    throw new OptionError(`unknown: ${positionals.join(' ')}`);
  const { day = null, minutes = null } = values;
  const days = values.days ?? (minutes !== null ? '1000000' : command === 'faults' ? '24' : '100');
  return {
    command,
    seed: readWhole('seed', values.seed ?? '1', 0),
    day: readWhole('day', day ?? '0', 0),
    days: day === null ? readWhole('days', days, 1) : 1,
    minutes: minutes === null ? null : readWhole('minutes', minutes, 1),
    fault: values.fault ?? null,
    ids: values.ids?.split(',') ?? null,
    isVerbose: values.verbose === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}
