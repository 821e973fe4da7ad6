import { setTimeout as wait } from 'node:timers/promises';
import { addDays, isoOf, romeDayOf, romeDayStart } from '@varco/domain/time/rome.ts';
import { forgetGateDays, keepGateDay, uncountedDays } from './gate-figures.ts';
import { firstReadMs } from '../../plate-index/movements/movements.ts';
import type { StatisticsDeps } from './statistics.deps.ts';
import type { Runner } from '../../database/statement.ts';

const HOUR_MS = 3_600_000;
/** Check results still arrive for a day after a passage, and an import of yesterday may still be running. */
const CHECKED_DAYS = 3;
/** Maximum days per run. Years of history are counted in several runs, newest first. */
const MOST_DAYS = 100;

/**
 * Counts finished Rome days that were not counted or have changed since (ADR 0108). Pauses after each day for as long
 * as the day took, so that searches stay fast. Can be interrupted at any time.
 * @returns the number of counted days
 */
export async function keepGateDays(runner: Runner, nowMs: number, signal: AbortSignal, pauses = true): Promise<number> {
  const today = romeDayOf(nowMs);
  const recheck = { from: addDays(today, -CHECKED_DAYS), before: isoOf(nowMs - HOUR_MS) };
  const days = await uncountedDays(runner, today, recheck, MOST_DAYS);
  for (const day of days) {
    if (signal.aborted) break;
    const startedAt = performance.now();
    const visible = { gates: null, fromMs: romeDayStart(day), toMs: romeDayStart(addDays(day, 1)) };
    await keepGateDay(runner, day, visible, isoOf(nowMs));
    if (pauses) await wait(performance.now() - startedAt, undefined, { signal }).catch(() => {});
  }
  const first = await firstReadMs(runner);
  await forgetGateDays(runner, romeDayOf(first ?? nowMs));
  return days.length;
}

/** Periodic job. */
export async function countGateDays({ store, now }: StatisticsDeps, signal: AbortSignal): Promise<void> {
  await keepGateDays(store.runner, now().getTime(), signal);
}
