import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { addDays, toIsoInstant, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { sql } from 'kysely';
import { readPlateChanges } from '../plate-changes.repository.ts';
import { readFirstHourMs, movementDaysQuery } from './movements.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { ensureChangeMark } from '../record-plate-changes.repository.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * From this many changed plates of one day, the whole day is counted again at once. For a day of 130 000 plates that
 * takes as long as 100 000 plates one by one; at 500 reads a second one run finds about 5 000.
 */
const MIN_PLATES_FOR_WHOLE_DAY = 50_000;
const LOCK_KEY = 7_203_977;

interface MovementMark {
  readonly generation: string;
  readonly snapshot: string;
  readonly at: string;
  readonly is_built: boolean;
}

const lockMovements = async (runner: Runner): Promise<void> => {
  await runner.run({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK_KEY] });
};

const readMark = async (runner: Runner): Promise<MovementMark | null> => {
  const text = 'select generation, snapshot, at::text as at, is_built from movement_mark';
  return (await runner.run<MovementMark>({ text, values: [] }))[0] ?? null;
};

/**
 * Updates `movement_day` to the current content of `transit`: counts the plate-days changed since the mark again, in
 * one transaction with the new mark.
 * @returns false when it is not fully built, or when the changes are no longer complete (the database crashed, or no
 * run took place for minutes). Until `rebuildMovements` has run, the rows are read instead.
 */
export async function catchUpMovementDays(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (runner) => {
    // A run that waited for another one finds the new mark and has less to do.
    await lockMovements(runner);
    const mark = await readMark(runner);
    if (mark === null) return false;
    const changes = await readPlateChanges(runner, mark);
    if (changes === null) return false;
    const byDay = new Map<number, Set<string>>();
    const change = (day: number, plate: string): unknown => byDay.set(day, (byDay.get(day) ?? new Set()).add(plate));
    for (const { plate, day, lastSeen } of changes.changes) {
      change(day, plate);
      // A loop over midnight counts for the second day, so that day is counted again too.
      const nextDay = toIsoInstant((day + 1) * DAY_MS).slice(0, 10);
      if (lastSeen * 1000 >= romeDayStart(nextDay) - HOUR_MS) change(day + 1, plate);
    }
    for (const [day, plates] of byDay)
      await recountDay(
        runner,
        toIsoInstant(day * DAY_MS).slice(0, 10),
        plates.size > MIN_PLATES_FOR_WHOLE_DAY ? null : [...plates],
      );
    const { snapshot, at, generation } = changes.state;
    await saveMark(runner, { snapshot, at, generation: generation ?? '', is_built: mark.is_built });
    return mark.is_built;
  });
}

const saveMark = async (
  runner: Runner,
  { generation, snapshot, at, is_built: isBuilt }: MovementMark,
): Promise<void> => {
  await runner.run({
    text: `insert into movement_mark (generation, snapshot, at, is_built) values ($1, $2, $3::timestamptz, $4) on conflict (one) do update
      set generation = excluded.generation, snapshot = excluded.snapshot, at = excluded.at, is_built = excluded.is_built`,
    values: [generation, snapshot, at, isBuilt],
  });
};

/** Marks all days as outdated, because a gate is at another position now. The job counts them again. */
export const forgetMovementDays = async (runner: Runner): Promise<void> => {
  await runner.run({ text: 'delete from movement_mark', values: [] });
};

/** Counts a day again, for some plates or for all. */
async function recountDay(runner: Runner, day: string, plates: readonly string[] | null): Promise<void> {
  const visible = { gates: null, fromMs: romeDayStart(day), toMs: romeDayStart(addDays(day, 1)) };
  const ofPlates = plates === null ? [] : [sql<boolean>`t.plate = any(${plates}::text[])`];
  const plateCondition = plates === null ? sql`true` : sql`plate = any(${plates}::text[])`;
  await runner.run(compileStatement(sql`delete from movement_day where day = ${day}::date and ${plateCondition}`));
  await runner.run(
    compileStatement(sql`insert into movement_day (day, plate, n, night, loops, night_loops, gates, jumps)
      select day, plate, n, night, loops, night_loops, gates, jumps from (${movementDaysQuery(visible, 0, ofPlates)}) as d`),
  );
  // Marks copies of the day in memory as outdated.
  await runner.run({
    text: `insert into movement_day_version (day) values ($1::date) on conflict (day) do update set version = gen_random_uuid()`,
    values: [day],
  });
}

/**
 * Builds `movement_day` from scratch, one day at a time, and applies new changes after each day. If interrupted, the
 * table stays marked as not built and the next run starts again. After each day it pauses for as long as the day took:
 * two months of 500 000 reads a day take minutes, and searches must stay fast in the meantime.
 * @returns whether the table is complete
 */
export async function rebuildMovementDays(
  pool: Pool,
  nowMs: number,
  signal: AbortSignal,
  { rests: pauses }: { readonly rests: boolean } = { rests: true },
): Promise<boolean> {
  const first = await inTransaction(pool, async (runner) => {
    await lockMovements(runner);
    await ensureChangeMark(runner);
    await runner.run({ text: 'delete from movement_day', values: [] });
    await runner.run({ text: 'delete from movement_day_version', values: [] });
    const [state] = await runner.run<Omit<MovementMark, 'is_built'>>({
      text: `select pg_current_snapshot()::text as snapshot, clock_timestamp()::text as at, generation::text as generation from plate_change_mark`,
      values: [],
    });
    if (state !== undefined) await saveMark(runner, { ...state, is_built: false });
    return readFirstHourMs(runner);
  });
  const last = toRomeDay(nowMs + DAY_MS);
  for (let day = toRomeDay(first ?? nowMs); day <= last; day = addDays(day, 1)) {
    if (signal.aborted) return false;
    const startedAt = performance.now();
    await inTransaction(pool, async (runner) => {
      await lockMovements(runner);
      await recountDay(runner, day, null);
    });
    await catchUpMovementDays(pool);
    if (pauses) await wait(performance.now() - startedAt, undefined, { signal }).catch(() => {});
  }
  await inTransaction(pool, async (runner) => {
    await lockMovements(runner);
    await runner.run({ text: 'update movement_mark set is_built = true', values: [] });
  });
  return catchUpMovementDays(pool);
}

/** Periodic job: applies the changes, or builds the table when that is not possible. */
export async function updateMovementDays(pool: Pool, nowMs: number, signal: AbortSignal): Promise<void> {
  if (!(await catchUpMovementDays(pool))) await rebuildMovementDays(pool, nowMs, signal);
}
