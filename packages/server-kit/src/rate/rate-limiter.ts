import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { AppError } from '../errors/app-error.ts';

/** `limit` calls in `windowS` seconds, refilled evenly; `limit` is also the maximum burst. */
export interface RateRule {
  readonly name: string;
  readonly limit: number;
  readonly windowS: number;
  /** Larger burst than `limit` (ingest: 100 a second, 1 000 at once). */
  readonly burst?: number;
}

/** The rates of security rules, part 11. All are configurable: a server may pass other numbers under the same name. */
export const RATES = {
  params: { name: 'params', limit: 30, windowS: 60 },
  signIn: { name: 'sign-in', limit: 30, windowS: 60 },
  lostPasswordAccount: { name: 'lost-password-account', limit: 3, windowS: 3_600 },
  lostPasswordAddress: { name: 'lost-password-address', limit: 10, windowS: 3_600 },
  refresh: { name: 'refresh', limit: 30, windowS: 60 },
  userHead: { name: 'user-head', limit: 20, windowS: 60 },
  calls: { name: 'calls', limit: 600, windowS: 60 },
  search: { name: 'search', limit: 120, windowS: 60 },
  pictureTickets: { name: 'picture-tickets', limit: 1_000, windowS: 60 },
  /** Counted in transits: a report of 200 takes half a second. */
  prints: { name: 'prints', limit: 1_000, windowS: 60 },
  exports: { name: 'exports', limit: 6, windowS: 3_600 },
  ingest: { name: 'ingest', limit: 100, windowS: 1, burst: 1_000 },
  paidLookUps: { name: 'paid-look-ups', limit: 10, windowS: 60 },
  // The published log: nobody signs in for it. Whoever verifies it fetches two files for each 256 entries.
  logNote: { name: 'log-note', limit: 300, windowS: 60 },
  logTile: { name: 'log-tile', limit: 6_000, windowS: 60 },
  addCheckpoint: { name: 'add-checkpoint', limit: 120, windowS: 60 },
  clientLog: { name: 'client-log', limit: 10, windowS: 60 },
} as const satisfies Readonly<Record<string, RateRule>>;

export interface RateLimiter {
  /**
   * Spends `cost` (default 1) of a caller's allowance. Throws `rate_limit_exceeded` with `Retry-After` when it is not
   * enough; a refused call costs nothing.
   */
  spend(rule: RateRule, party: string, cost?: number): Promise<void>;
  /** Deletes counters unused for an hour. */
  deleteIdleCounters(): Promise<void>;
}

export interface RateLimiterOptions {
  readonly pool: Pool;
  /** Key of the HMAC by which callers are stored. */
  readonly secret: Uint8Array;
}

/** Counters are in the database, so that a limit applies across all processes of a server and across restarts. */
export function createRateLimiter({ pool, secret }: RateLimiterOptions): RateLimiter {
  return {
    async spend(rule, party, cost = 1) {
      const key = createHmac('sha256', secret).update(`${rule.name}\n${party}`).digest().subarray(0, 16);
      const perSecond = rule.limit / rule.windowS;
      const most = rule.burst ?? rule.limit;
      // The row is changed only when the cost fits. It is a single statement, so that two processes cannot both spend
      // the rest.
      const { rows } = await pool.query<{ spent: number }>({
        name: 'rate-spend',
        text: `insert into rate_counter as c (rule, party, spent, updated_at) select $1, $2, $3::float8, clock_timestamp() where $3::float8 <= $5::float8
               on conflict (rule, party) do update
                 set spent = greatest(0, c.spent - extract(epoch from clock_timestamp() - c.updated_at) * $4::float8) + $3::float8,
                     updated_at = clock_timestamp()
               where greatest(0, c.spent - extract(epoch from clock_timestamp() - c.updated_at) * $4::float8) + $3::float8 <= $5::float8
               returning spent`,
        values: [rule.name, key, cost, perSecond, most],
      });
      if (rows.length > 0) return;
      throw new AppError('rate_limit_exceeded', { retryAfterS: Math.max(1, cost / perSecond) });
    },
    async deleteIdleCounters() {
      await pool.query(`delete from rate_counter where updated_at < clock_timestamp() - interval '1 day'`);
    },
  };
}

/** Rate-limit key of an address: an IPv4 address, or the /64 of an IPv6 one, because one household has that many. */
export function toAddressParty(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
