import { type Logger, pino } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The closed list of security rules, part 12. Other fields cannot be logged. */
export interface LogFields {
  readonly requestId?: string;
  /** Pattern of the route, never the address. */
  readonly route?: string;
  readonly method?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly bytes?: number;
  readonly userId?: string | null;
  readonly plantId?: string | null;
  readonly code?: string | null;
  readonly subCode?: string | null;
  /** Name, code and stack frames are logged; the message is dropped, because it may quote data. */
  readonly error?: unknown;
}

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** What waits while standard output cannot be written; further lines are dropped. */
const MAX_WAITING_CHARACTERS = 1_000_000;

const FIELDS = [
  'requestId',
  'route',
  'method',
  'status',
  'ms',
  'bytes',
  'userId',
  'plantId',
  'code',
  'subCode',
] as const satisfies readonly (keyof LogFields)[];

/** Destination of the lines: standard output, or a collector in a test. */
export interface LogTarget {
  write(line: string): void;
}

/**
 * JSON lines in UTC. `event` is a constant text ("request", "listening"): never put data in it. Unknown fields are
 * also dropped at run time, because objects may contain more than their type declares.
 */
export function createLog(options: {
  readonly level: LogLevel;
  readonly name: string;
  readonly target?: LogTarget;
}): Log {
  const settings = {
    level: options.level,
    base: { app: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'event',
  };
  const logger: Logger = pino(settings, options.target ?? openLogOutput(1));
  const line =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}): void => {
      logger[level](pickLogFields(fields), event);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

/**
 * Standard output (1) or error (2), which is often a file. While it cannot be written (full disk) some lines wait in memory and
 * further ones are dropped; the error must not end the program, as an error without a listener would.
 */
export function openLogOutput(fd: 1 | 2): LogTarget {
  const output = pino.destination({ dest: fd, sync: true, maxLength: MAX_WAITING_CHARACTERS });
  output.on('error', () => {});
  return output;
}

/** A log that discards everything, for tests and tools. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function pickLogFields(fields: LogFields): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of FIELDS) {
    const value = fields[key];
    if (value !== undefined && value !== null) out[key] = value;
  }
  if (fields.error !== undefined) out['error'] = describeError(fields.error);
  return out;
}

/** Name, machine-readable code and stack frames of an error; at most three causes deep. */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Za-z0-9_./-]{1,64}$/.test(error.code)
      ? error.code
      : undefined;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((frame) => /^ {4}at /.test(frame))
    .slice(0, 20)
    .map((frame) => frame.trim());
  const cause = error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {};
  return { name: error.constructor.name, ...(code === undefined ? {} : { code }), frames, ...cause };
}
