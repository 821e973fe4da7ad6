import type { Pool } from 'pg';
import type { Log, LogFields } from '../log/log.ts';
import { insertSystemEvents, type NewEvent, deleteExpiredEvents } from './system-event.repository.ts';

const FLUSH_INTERVAL_MS = 2_000;
/** Maximum distinct events that wait while the database is unavailable; further ones are only in the log output. */
const MAX_WAITING_EVENTS = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A log whose events are also stored in the server's database, for administrators. */
export interface SystemEventStore {
  /** The log to be used by the program. */
  readonly log: Log;
  /** Starts to write to the database, including earlier events. */
  start(pool: Pool): void;
  /** Writes the waiting events. Rejects when the database fails; the next flush tries again. */
  flush(): Promise<void>;
  /** Writes a last time and stops. */
  stop(): Promise<void>;
}

/**
 * Wraps a log: info, warning and error events are stored, but not the lines of single calls. While the database is
 * unavailable they wait in memory, so that its failure can be read afterwards. The log never throws into the caller.
 */
export function createSystemEventStore(log: Log, now: () => Date): SystemEventStore {
  let waiting = new Map<string, NewEvent>();
  let pool: Pool | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> | null = null;

  const note = (level: NewEvent['level'], event: string, fields: LogFields): void => {
    const at = now().toISOString();
    const made = toNewEvent(level, event, fields, at);
    const key = [level, event, made.code, made.subCode, made.route, made.plant].join('\n');
    const same = waiting.get(key);
    if (same !== undefined) waiting.set(key, { ...same, lastAt: at, times: same.times + 1 });
    else if (waiting.size < MAX_WAITING_EVENTS) waiting.set(key, made);
  };
  const write = async (): Promise<void> => {
    if (pool === null || waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await insertSystemEvents(pool, [...batch.values()]);
    } catch (error) {
      for (const [key, event] of waiting) if (!batch.has(key) && batch.size < MAX_WAITING_EVENTS) batch.set(key, event);
      waiting = batch;
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    // One flush at a time; events that arrive meanwhile are written by the next.
    await running?.catch(() => undefined);
    running = write().finally(() => {
      running = null;
    });
    await running;
  };
  const stored =
    (level: NewEvent['level']) =>
    (event: string, fields: LogFields = {}): void => {
      log[level](event, fields);
      if (event !== 'request') note(level, event, fields);
    };
  return {
    log: {
      debug: (event, fields) => log.debug(event, fields),
      info: stored('info'),
      warn: stored('warn'),
      error: stored('error'),
    },
    start(input) {
      pool = input;
      timer = setInterval(() => void flush().catch(() => undefined), FLUSH_INTERVAL_MS);
      timer.unref();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush().catch(() => undefined);
      pool = null;
    },
  };
}

const truncate = (text: string | null | undefined, most: number): string | null => text?.slice(0, most) ?? null;

function toNewEvent(level: NewEvent['level'], event: string, fields: LogFields, at: string): NewEvent {
  return {
    at,
    lastAt: at,
    times: 1,
    level,
    event: event.slice(0, 120),
    code: truncate(fields.code ?? getErrorCode(fields.error), 64),
    subCode: truncate(fields.subCode, 64),
    route: truncate(fields.route, 200),
    plant: fields.plantId !== undefined && fields.plantId !== null && UUID.test(fields.plantId) ? fields.plantId : null,
    requestId: truncate(fields.requestId, 64),
  };
}

/** Machine-readable code of an error; its message may quote data and is never stored. */
function getErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^[A-Za-z0-9_./-]{1,64}$/.test(error.code) ? error.code : null;
}

/** Deletes events older than 30 days, and all but the newest 20 000. */
export const deleteOldEvents = (pool: Pool, now: Date): Promise<void> => deleteExpiredEvents(pool, now.toISOString());
