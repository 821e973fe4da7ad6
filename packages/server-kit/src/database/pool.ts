import { Pool, type PoolClient, types } from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/** A statement ends within its limit, with a result or an error; a connection that brings neither this much later is dead. */
const DEAD_CONNECTION_MS = 5_000;
/** Idle connections are tried so often, or a listener would never hear that a firewall has forgotten it. */
const KEEP_ALIVE_MS = 10_000;

export interface PoolOptions {
  readonly url: string;
  /** Shown in pg_stat_activity: program and purpose. */
  readonly applicationName: string;
  readonly max?: number;
  /** Limit of a statement, 30 s unless given; 0: none. */
  readonly statementTimeoutMs?: number;
  /**
   * Sends statements of one connection before the earlier ones are answered. Only for code that never has two
   * statements of one name under way on a connection.
   */
  readonly isPipelined?: boolean;
  /** Called when an idle connection breaks, for the log; the pool replaces it. */
  readonly onError?: (error: Error) => void;
}

/**
 * Connections to one server. Values have their wire form: `bigint`, `numeric`, `date` as text, `timestamptz` as ISO
 * 8601 UTC with milliseconds; never a `Date`. Statements time out after 30 s, in the database and, for connections that
 * went silent, here.
 */
export function createPool(options: PoolOptions): Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    pipeline: options.isPipelined ?? false,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    ...(statementTimeoutMs === 0 ? {} : { query_timeout: statementTimeoutMs + DEAD_CONNECTION_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idle_in_transaction_session_timeout: 60_000,
    // The text form of instants depends on these settings; parsing relies on UTC.
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601',
    types: { getTypeParser },
  });
  pool.on('error', (error) => options.onError?.(error));
  // An error between two statements of a transaction, when the pool has no listener: without this one the whole
  // program would end. The next statement on the connection fails and reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  dropReadOnlyConnections(pool);
  return pool;
}

/** SQLSTATE of a write on a database that only reads: a primary that came back as a standby, or the wrong host. */
const READ_ONLY = '25006';

/**
 * Closes connections to a database that refuses writes, when they are returned: whoever rolled back would otherwise leave
 * them to the next caller, although the primary may be elsewhere by now.
 */
function dropReadOnlyConnections(pool: Pool): void {
  const readOnly = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) readOnly.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    // The pool forgets a client that is ending.
    if (readOnly.has(client)) void client.end();
  });
}

/** A small pool of the consultation log alone, so that a server whose other connections are busy can still record. */
export const createAuditPool = (options: Pick<PoolOptions, 'url' | 'applicationName' | 'onError'>): Pool =>
  createPool({ ...options, max: 2, isPipelined: true });

type TextParser = (text: string) => unknown;

function getTypeParser(oid: number, format?: string): TextParser {
  if (format !== 'binary' && (oid === INT8 || oid === DATE || oid === NUMERIC)) return (text) => text;
  if (format !== 'binary' && oid === TIMESTAMPTZ) return formatDatabaseInstant;
  const parser: unknown = format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
  return (text) => (typeof parser === 'function' ? parser(text) : text);
}

/**
 * `2026-11-20 14:31:58.12+00` as `2026-11-20T14:31:58.120Z`; `infinity` and years beyond four digits are returned
 * unchanged.
 */
export function formatDatabaseInstant(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  if (found === null) return text;
  return `${found[1]}T${found[2]}.${(found[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
}
