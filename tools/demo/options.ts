import { parseArgs } from 'node:util';
import path from 'node:path';

/** Transits per plant of each size. `tiny` is for the browser tests: the same world, filled in seconds. */
export const SIZES = { tiny: 2_000, small: 20_000, medium: 200_000, large: 2_000_000 } as const;
export type DemoSize = keyof typeof SIZES;

export interface DemoOptions {
  readonly dataDir: string;
  readonly portBase: number;
  readonly size: DemoSize;
  readonly readyFile: string | null;
  readonly isLive: boolean;
  readonly isReset: boolean;
}

/** An invalid option given by the user; the message is shown unchanged. */
export class OptionError extends Error {}

const HELP = `Usage: npm start -- [options]         environment variable
  --data DIR          folder of the data     VARCO_DEMO_DATA       (default .data/demo)
  --port-base N       first port             VARCO_DEMO_PORT_BASE  (default 8400)
  --size SIZE         small, medium, large   VARCO_DEMO_SIZE       (20 000, 200 000, 2 000 000 transits per plant)
  --ready-file FILE   JSON, once running     VARCO_DEMO_READY_FILE
  --no-live           no live traffic        VARCO_DEMO_NO_LIVE=1
  --reset             start over             VARCO_DEMO_RESET=1
  --help              this text`;

const isEnabled = (value: string | undefined): boolean => value === '1' || value === 'true';

function parsePortBase(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1024 || port > 65_000) {
    throw new OptionError(`--port-base must be a whole number from 1024 to 65000, not "${text}".`);
  }
  return port;
}

function parseSize(text: string): DemoSize {
  if (text === 'tiny' || text === 'small' || text === 'medium' || text === 'large') return text;
  throw new OptionError(`--size must be small, medium or large, not "${text}".`);
}

/**
 * Options override the corresponding environment variables. `root` is the checkout, used for the default data folder.
 * @throws OptionError with a user-readable message; for `help` the message is the help text.
 */
export function readDemoOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  root: string,
): DemoOptions | { help: string } {
  let values: Record<string, string | boolean | undefined>;
  try {
    values = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        data: { type: 'string' },
        'port-base': { type: 'string' },
        size: { type: 'string' },
        'ready-file': { type: 'string' },
        live: { type: 'boolean' },
        reset: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
  if (values['help'] === true) return { help: HELP };
  const text = (flag: string, twin: string, fallback: string): string => {
    const input = values[flag] ?? env[twin];
    return typeof input === 'string' && input !== '' ? input : fallback;
  };
  const readyFile = text('ready-file', 'VARCO_DEMO_READY_FILE', '');
  return {
    dataDir: path.resolve(root, text('data', 'VARCO_DEMO_DATA', path.join('.data', 'demo'))),
    portBase: parsePortBase(text('port-base', 'VARCO_DEMO_PORT_BASE', '8400')),
    size: parseSize(text('size', 'VARCO_DEMO_SIZE', 'small')),
    readyFile: readyFile === '' ? null : path.resolve(root, readyFile),
    isLive: values['live'] !== false && !isEnabled(env['VARCO_DEMO_NO_LIVE']),
    isReset: values['reset'] === true || isEnabled(env['VARCO_DEMO_RESET']),
  };
}
