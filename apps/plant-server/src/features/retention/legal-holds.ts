import type { Pool } from 'pg';
import { isoOf } from '@varco/domain/time/rome.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/statement.ts';

/** Any constant: deletions share it, a new hold takes it alone. */
const LOCK_KEY = 7_203_942;

/** A hold as kept. Instants are ISO, null: open; `to` is not included. Names are empty when the account is gone. */
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

/** Condition "no hold in force keeps this row" on a row of a table that has plate, ts and id. */
export const notHeld = (row: string): string => `not exists (select 1 from legal_hold as h
  where h.lifted_at is null and ${row}.ts >= h.from_ts and ${row}.ts < h.to_ts and (h.plates = '{}' or ${row}.plate = any(h.plates)
    or exists (select 1 from plate_correction as hc where hc.plate = ${row}.plate and hc.ts = ${row}.ts and hc.id = ${row}.id
      and hc.corrected = any(h.plates))))`;

/**
 * Runs one deletion in a transaction that sees every hold in force and that no hold is made during: once `addHold` has
 * answered, nothing it names is deleted.
 */
export const deleting = <T>(pool: Pool, work: (runner: Runner) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (runner) => {
    // A statement of its own: the next one must see what the holder before committed.
    await runner.run({ text: 'select pg_advisory_xact_lock_shared($1)', values: [LOCK_KEY] });
    return work(runner);
  });

const SELECT = `select h.id, h.plates, nullif(h.from_ts, '-infinity') as "from", nullif(h.to_ts, 'infinity') as "to", h.reason, h.act,
    coalesce(a.username, '') as author, h.made_at, h.lifted_at, case when h.lifted_at is null then null else coalesce(l.username, '') end as lifted_by,
    h.lift_reason
  from legal_hold as h left join plant_user as a on a.uuid = h.author left join plant_user as l on l.uuid = h.lifted_by`;

/** All holds, those in force first, newest first. */
export const readHolds = (runner: Runner, limit: number): Promise<readonly HoldRow[]> =>
  runner.run<HoldRow>({
    text: `${SELECT} order by (h.lifted_at is null) desc, h.made_at desc, h.id limit $1`,
    values: [limit],
  });

/** How many are in force. */
export async function countHolds(runner: Runner): Promise<number> {
  const text = 'select count(*)::int as n from legal_hold where lifted_at is null';
  return (await runner.run<{ n: number }>({ text, values: [] }))[0]?.n ?? 0;
}

async function readHold(runner: Runner, id: string): Promise<HoldRow | null> {
  return (await runner.run<HoldRow>({ text: `${SELECT} where h.id = $1`, values: [id] }))[0] ?? null;
}

/** A new hold: milliseconds, null: open; `toMs` not included. */
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

/** Writes a hold inside an open transaction; waits for deletions that are running. Null: `most` are in force already. */
export async function writeHold(runner: Runner, hold: NewHold, most: number): Promise<HoldRow | null> {
  await runner.run({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK_KEY] });
  if ((await countHolds(runner)) >= most) return null;
  const { id, plates, fromMs, toMs, reason, act, author, madeAt } = hold;
  await runner.run({
    text: `insert into legal_hold (id, plates, from_ts, to_ts, reason, act, author, made_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      id,
      plates,
      fromMs === null ? '-infinity' : isoOf(fromMs),
      toMs === null ? 'infinity' : isoOf(toMs),
      reason,
      act,
      author,
      madeAt,
    ],
  });
  return readHold(runner, id);
}

/** Ends a hold inside an open transaction. `unknown`: there is none; `over`: it was ended before. */
export async function endHold(
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
