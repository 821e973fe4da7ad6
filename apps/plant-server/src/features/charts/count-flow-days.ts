import { setTimeout as wait } from 'node:timers/promises';
import { toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readFirstHourMs } from '../../plate-index/movements/movements.repository.ts';
import type { ChartsJobDeps } from './charts.deps.ts';
import { deleteFlowDays, findUncountedFlowDays, saveFlowDay } from './flow-days.repository.ts';

/** Maximum days per run. A year of history is counted in several runs, newest first. */
const MAX_DAYS_PER_RUN = 100;

/**
 * Counts the trips of finished Rome days that were not counted or have changed since (ADR 0022). Pauses after each day for as
 * long as the day took, so that searches stay fast. Can be interrupted at any time.
 * @returns the number of counted days
 */
export async function countFlowDays(
  runner: Runner,
  nowMs: number,
  signal: AbortSignal,
  pauses = true,
): Promise<number> {
  const before = toRomeDay(nowMs);
  const first = toRomeDay((await readFirstHourMs(runner)) ?? nowMs);
  await deleteFlowDays(runner, first);
  const days = await findUncountedFlowDays(runner, { first, before }, MAX_DAYS_PER_RUN);
  for (const day of days) {
    if (signal.aborted) break;
    const startedAt = performance.now();
    await saveFlowDay(runner, day, toIsoInstant(nowMs));
    if (pauses) await wait(performance.now() - startedAt, undefined, { signal }).catch(() => {});
  }
  return days.length;
}

/** Periodic job. */
export async function countFlowDaysJob({ store, now }: ChartsJobDeps, signal: AbortSignal): Promise<void> {
  await countFlowDays(store.runner, now().getTime(), signal);
}
