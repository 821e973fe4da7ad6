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
  /** Spends one call of several rules at once, or of none. */
  spendAll(rules: readonly RateRule[], party: string): Promise<void>;
  /** Deletes counters unused for a day. */
  deleteIdleCounters(): Promise<void>;
}

export interface RateLimiterOptions {
  readonly pool: Pool;
  /** Key of the HMAC by which callers are stored. */
  readonly secret: Uint8Array;
}

/** A rule with the key of its counter for one caller. */
interface Counted {
  readonly rule: RateRule;
  readonly key: Buffer;
}

/** Counters are in the database, so that a limit applies across all processes of a server and across restarts. */
export function createRateLimiter({ pool, secret }: RateLimiterOptions): RateLimiter {
  const spendAll = async (rules: readonly RateRule[], party: string, cost: number): Promise<void> => {
    const counted = rules.map((rule): Counted => ({ rule, key: computeKey(secret, rule, party) }));
    const spent = await spendCounters(pool, counted, cost);
    const refusing = rules.find(({ name }) => !spent.has(name));
    if (refusing === undefined) return;
    // A refused call costs nothing, also where the cost fitted.
    const fitting = counted.filter(({ rule }) => spent.has(rule.name));
    if (fitting.length > 0) await giveBack(pool, fitting, cost);
    throw new AppError('rate_limit_exceeded', { retryAfterS: Math.max(1, (cost * refusing.windowS) / refusing.limit) });
  };
  return {
    spend: (rule, party, cost = 1) => spendAll([rule], party, cost),
    spendAll: (rules, party) => spendAll(rules, party, 1),
    async deleteIdleCounters() {
      await pool.query(`delete from rate_counter where updated_at < clock_timestamp() - interval '1 day'`);
    },
  };
}

const computeKey = (secret: Uint8Array, rule: RateRule, party: string): Buffer =>
  createHmac('sha256', secret).update(`${rule.name}\n${party}`).digest().subarray(0, 16);

/**
 * What is left of the calls of a counter, refilled evenly. A counter of the future was written before the clock was put back:
 * it begins anew, else it would refuse everything until the clock is where it was. Clocks of two processors differ by
 * microseconds: a little time before the last call counts as none, else it would cost the last call of a burst.
 */
const REMAINING = `case when c.updated_at > clock_timestamp() + interval '1 second' then 0 else
  greatest(0, c.spent - greatest(0, extract(epoch from clock_timestamp() - c.updated_at)) * ($4::float8[])[array_position($1::text[], c.rule)]) end`;

/**
 * Names of the rules whose counters had room for the cost; only these are changed. A single statement, so that two
 * processes cannot both spend the rest, and a call with two rules waits once.
 */
async function spendCounters(pool: Pool, counted: readonly Counted[], cost: number): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ rule: string }>({
    name: 'rate-spend',
    text: `insert into rate_counter as c (rule, party, spent, updated_at)
             select r.rule, r.party, $3::float8, clock_timestamp()
             from unnest($1::text[], $2::bytea[], $4::float8[], $5::float8[]) as r (rule, party, per_second, most) where $3::float8 <= r.most
           on conflict (rule, party) do update
             set spent = ${REMAINING} + $3::float8,
                 updated_at = clock_timestamp()
             where ${REMAINING} + $3::float8
               <= ($5::float8[])[array_position($1::text[], c.rule)]
           returning rule`,
    values: [
      counted.map(({ rule }) => rule.name),
      counted.map(({ key }) => key),
      cost,
      counted.map(({ rule }) => rule.limit / rule.windowS),
      counted.map(({ rule }) => rule.burst ?? rule.limit),
    ],
  });
  return new Set(rows.map(({ rule }) => rule));
}

async function giveBack(pool: Pool, counted: readonly Counted[], cost: number): Promise<void> {
  await pool.query({
    name: 'rate-give-back',
    text: `update rate_counter as c set spent = greatest(0, c.spent - $3::float8)
           from unnest($1::text[], $2::bytea[]) as r (rule, party) where c.rule = r.rule and c.party = r.party`,
    values: [counted.map(({ rule }) => rule.name), counted.map(({ key }) => key), cost],
  });
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
