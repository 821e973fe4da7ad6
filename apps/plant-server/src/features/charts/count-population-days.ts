import { setTimeout as wait } from 'node:timers/promises';
import { addDays, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readFirstHourMs } from '../../plate-index/movements/movements.repository.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { ChartsJobDeps } from './charts.deps.ts';
import { deletePopulationDays, findUncountedPopulationDays, savePopulationDay } from './population-days.repository.ts';

/** Maximum days per run. A year of history is counted in several runs, newest first. */
const MAX_DAYS_PER_RUN = 50;
const DAY_MS = 86_400_000;

/**
 * The first Rome day whose transits are all there: after the first transit, and after what retention deletes, because a legal hold
 * preserves single transits from before. Null: the plant has no transits.
 */
export async function findFirstWholeDay(
  runner: Runner,
  retentionDays: number,
  nowMs: number,
  signal?: AbortSignal,
): Promise<string | null> {
  const firstMs = await readFirstHourMs(runner, signal);
  if (firstMs === null) return null;
  const [begun, retained] = [toRomeDay(firstMs), addDays(toRomeDay(nowMs - retentionDays * DAY_MS), 1)];
  return begun > retained ? begun : retained;
}

/**
 * Counts the residents, commuters and passers-by of finished Rome days that were not counted or have changed since (ADR 0022).
 * Pauses after each day for as long as the day took, so that searches stay fast. Can be interrupted at any time.
 * @returns the number of counted days
 */
export async function countPopulationDays(
  runner: Runner,
  nowMs: number,
  signal: AbortSignal,
  pauses = true,
): Promise<number> {
  const { retention_days: retentionDays } = await readPlantSettings(runner);
  const before = toRomeDay(nowMs);
  const first = (await findFirstWholeDay(runner, retentionDays, nowMs)) ?? before;
  await deletePopulationDays(runner, first);
  const now = toIsoInstant(nowMs);
  const days = await findUncountedPopulationDays(runner, { first, before }, now, MAX_DAYS_PER_RUN);
  for (const day of days) {
    if (signal.aborted) break;
    const startedAt = performance.now();
    await savePopulationDay(runner, day, now);
    if (pauses) await wait(performance.now() - startedAt, undefined, { signal }).catch(() => {});
  }
  return days.length;
}

/** Periodic job. */
export async function countPopulationDaysJob({ store, now }: ChartsJobDeps, signal: AbortSignal): Promise<void> {
  await countPopulationDays(store.runner, now().getTime(), signal);
}
