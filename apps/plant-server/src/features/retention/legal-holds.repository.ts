import type { Pool } from 'pg';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Any constant. Deletions share this lock; creating a hold takes it exclusively. */
const LOCK_KEY = 7_203_942;

/**
 * A stored hold. Instants are ISO, null: open; `to` is exclusive. Names are empty when the account no longer exists.
 */
export interface HoldRow {
  readonly id: string;
  readonly plates: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string;
  readonly act: string;
  readonly author: string;
  readonly made_at: string;
  readonly lifted_at: string | null;
  readonly lifted_by: string | null;
  readonly lift_reason: string;
}

const isInForce = (row: string): string => `h.lifted_at is null and ${row}.ts >= h.from_ts and ${row}.ts < h.to_ts`;

/** SQL condition that no hold in force covers a row of a table with plate, ts and id, by its plate as read or as corrected. */
export const notOnHoldSql = (row: string): string => `not exists (select 1 from legal_hold as h
    where ${isInForce(row)} and (h.plates = '{}' or ${row}.plate = any(h.plates)))
  and not exists (select 1 from plate_correction as hc join legal_hold as h on hc.corrected = any(h.plates)
    where hc.plate = ${row}.plate and hc.ts = ${row}.ts and hc.id = ${row}.id and ${isInForce(row)})`;

/** A transit outside the tables of transits, as a hold sees it. `corrected`: empty for none. */
export interface HoldableTransit {
  readonly key: string;
  readonly plate: string;
  readonly corrected: string;
  readonly ts: string;
}

/** Keys of those that no hold in force covers, by the same rule as `notOnHoldSql`; a deletion asks inside `runDeletion`. */
export async function listNotOnHold(
  runner: Runner,
  transits: readonly HoldableTransit[],
): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ key: string }>({
    text: `select c.key from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as c(key, plate, corrected, ts)
      where not exists (select 1 from legal_hold as h
        where ${isInForce('c')} and (h.plates = '{}' or c.plate = any(h.plates) or c.corrected = any(h.plates)))`,
    values: [
      transits.map(({ key }) => key),
      transits.map(({ plate }) => plate),
      transits.map(({ corrected }) => corrected),
      transits.map(({ ts }) => ts),
    ],
  });
  return new Set(rows.map(({ key }) => key));
}

/**
 * Runs a deletion in a transaction that sees every hold in force. No hold can be created while it runs: once
 * `insertHold` has returned, nothing it covers is deleted.
 */
export const runDeletion = <T>(pool: Pool, work: (runner: Runner) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (runner) => {
    // A separate statement, so that the next one sees what the previous holder of the lock committed.
    await runner.run({ text: 'select pg_advisory_xact_lock_shared($1)', values: [LOCK_KEY] });
    return work(runner);
  });

const SELECT_HOLDS = `select h.id, h.plates, nullif(h.from_ts, '-infinity') as "from", nullif(h.to_ts, 'infinity') as "to", h.reason, h.act,
    coalesce(a.username, '') as author, h.made_at, h.lifted_at, case when h.lifted_at is null then null else coalesce(l.username, '') end as lifted_by,
    h.lift_reason
  from legal_hold as h left join plant_user as a on a.uuid = h.author left join plant_user as l on l.uuid = h.lifted_by`;

/** All holds, those in force first, newest first. */
export const readHolds = (runner: Runner, limit: number): Promise<readonly HoldRow[]> =>
  runner.run<HoldRow>({
    text: `${SELECT_HOLDS} order by (h.lifted_at is null) desc, h.made_at desc, h.id limit $1`,
    values: [limit],
  });

/** Number of holds in force. */
export async function countHolds(runner: Runner): Promise<number> {
  const text = 'select count(*)::int as n from legal_hold where lifted_at is null';
  return (await runner.run<{ n: number }>({ text, values: [] }))[0]?.n ?? 0;
}

async function readHold(runner: Runner, id: string): Promise<HoldRow | null> {
  return (await runner.run<HoldRow>({ text: `${SELECT_HOLDS} where h.id = $1`, values: [id] }))[0] ?? null;
}

/** A new hold. Milliseconds, null: open; `toMs` is exclusive. */
export interface NewHold {
  readonly id: string;
  readonly plates: readonly string[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly reason: string;
  readonly act: string;
  readonly author: string;
  readonly madeAt: string;
}

/**
 * Inserts a hold inside an open transaction and waits for running deletions. Null when `most` holds are already in
 * force.
 */
export async function insertHold(runner: Runner, hold: NewHold, maxHolds: number): Promise<HoldRow | null> {
  await runner.run({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK_KEY] });
  if ((await countHolds(runner)) >= maxHolds) return null;
  const { id, plates, fromMs, toMs, reason, act, author, madeAt } = hold;
  await runner.run({
    text: `insert into legal_hold (id, plates, from_ts, to_ts, reason, act, author, made_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      id,
      plates,
      fromMs === null ? '-infinity' : toIsoInstant(fromMs),
      toMs === null ? 'infinity' : toIsoInstant(toMs),
      reason,
      act,
      author,
      madeAt,
    ],
  });
  return readHold(runner, id);
}

/** Lifts a hold inside an open transaction. `unknown`: it does not exist. `over`: it was lifted before. */
export async function markHoldLifted(
  runner: Runner,
  id: string,
  by: { readonly author: string; readonly at: string; readonly reason: string },
): Promise<HoldRow | 'unknown' | 'over'> {
  const ended = await runner.run({
    text: `update legal_hold set lifted_at = $2, lifted_by = $3, lift_reason = $4 where id = $1 and lifted_at is null returning id`,
    values: [id, by.at, by.author, by.reason],
  });
  const hold = await readHold(runner, id);
  if (hold === null) return 'unknown';
  return ended.length === 0 ? 'over' : hold;
}
