import { setTimeout as wait } from 'node:timers/promises';
import { addDays, toIsoInstant, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { deleteGateDays, saveGateDay, findUncountedDays } from './gate-figures.repository.ts';
import { readFirstHourMs } from '../../plate-index/movements/movements.repository.ts';
import type { StatisticsDeps } from './statistics.deps.ts';
import type { Runner } from '../../database/sql-statement.ts';

const HOUR_MS = 3_600_000;
/** Check results still arrive for a day after a passage, and an import of yesterday may still be running. */
const RECHECK_DAYS = 3;
/** Maximum days per run. Years of history are counted in several runs, newest first. */
const MAX_DAYS_PER_RUN = 100;

/**
 * Counts finished Rome days that were not counted or have changed since (ADR 0022). Pauses after each day for as long
 * as the day took, so that searches stay fast. Can be interrupted at any time.
 * @returns the number of counted days
 */
export async function updateGateDays(
  runner: Runner,
  nowMs: number,
  signal: AbortSignal,
  pauses = true,
): Promise<number> {
  const today = toRomeDay(nowMs);
  const recheck = { from: addDays(today, -RECHECK_DAYS), before: toIsoInstant(nowMs - HOUR_MS) };
  const days = await findUncountedDays(runner, today, recheck, MAX_DAYS_PER_RUN);
  for (const day of days) {
    if (signal.aborted) break;
    const startedAt = performance.now();
    const visible = { gates: null, fromMs: romeDayStart(day), toMs: romeDayStart(addDays(day, 1)) };
    await saveGateDay(runner, day, visible, toIsoInstant(nowMs));
    if (pauses) await wait(performance.now() - startedAt, undefined, { signal }).catch(() => {});
  }
  const first = await readFirstHourMs(runner);
  await deleteGateDays(runner, toRomeDay(first ?? nowMs));
  return days.length;
}

/** Periodic job. */
export async function updateGateDaysJob({ store, now }: StatisticsDeps, signal: AbortSignal): Promise<void> {
  await updateGateDays(store.runner, now().getTime(), signal);
}
