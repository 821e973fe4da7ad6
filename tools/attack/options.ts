import { parseArgs } from 'node:util';

export class OptionError extends Error {}

export interface AttackOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Calls in all; null: until the time is over. */
  readonly requests: number | null;
  /** File with one recorded call; null: none. */
  readonly replay: string | null;
  /** Pairs of sign-ins to measure instead of attacking; null: none. */
  readonly timing: number | null;
  /** File with the accepted calls of a run of the tests, to learn from instead of attacking; null: none. */
  readonly learn: string | null;
  /** Folder for recorded calls. */
  readonly out: string;
}

export const HELP = `Usage: npm run attack -- [options]
  --minutes N     how long (default 5)
  --seed S        whole number; the same seed sends the same calls (default 1)
  --requests N    stop after so many calls
  --replay FILE   send one recorded call to a fresh world and judge the answer
  --timing N      instead: N refused sign-ins of known and of unknown names, and how their times differ
  --learn FILE    instead: learn from the calls that the tests wrote with VARCO_RECORD_CALLS=FILE
  --out DIR       folder for the calls that found something (.cache/attack)`;

const DEFAULT_OUT = '.cache/attack';

function readWhole(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min) throw new OptionError(`--${name} is not a whole number: ${text}`);
  return value;
}

/** Options of `npm run attack`; null when help is wanted. Throws OptionError. */
export function parseAttackOptions(args: readonly string[]): AttackOptions | null {
  const text = { type: 'string' } as const;
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        minutes: text,
        seed: text,
        requests: text,
        replay: text,
        timing: text,
        learn: text,
        out: text,
        help: { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
  if (values['help'] === true) return null;
  const read = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  const requests = read('requests');
  const timing = read('timing');
  return {
    minutes: readWhole('minutes', read('minutes') ?? '5', 1),
    seed: readWhole('seed', read('seed') ?? '1', 0),
    requests: requests === null ? null : readWhole('requests', requests, 1),
    replay: read('replay'),
    timing: timing === null ? null : readWhole('timing', timing, 1),
    learn: read('learn'),
    out: read('out') ?? DEFAULT_OUT,
  };
}
