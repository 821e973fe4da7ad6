import { setTimeout as wait } from 'node:timers/promises';
import { addDays, isoOf, romeDayOf, romeDayStart } from '@varco/domain/time/rome.ts';
import { forgetGateDays, keepGateDay, uncountedDays } from './gate-figures.ts';
import { firstReadMs } from '../../plate-index/movements/movements.ts';
import type { StatisticsDeps } from './statistics.deps.ts';
import type { Runner } from '../../database/statement.ts';

const HOUR_MS = 3_600_000;
/** Checks still come in for a day after a passage; an import of yesterday may be waiting too. */
const CHECKED_DAYS = 3;
/** Days of one turn: years of history are counted over several turns, newest first. */
const MOST_DAYS = 100;

/**
 * Counts the Rome days that are over and those that changed since (ADR 0108). It rests after each day as long as the day took, because
 * people search meanwhile. Returns how many days it counted; safe to break off anywhere.
 */
export async function keepGateDays(runner: Runner, nowMs: number, signal: AbortSignal, rests = true): Promise<number> {
  const today = romeDayOf(nowMs);
  const recheck = { from: addDays(today, -CHECKED_DAYS), before: isoOf(nowMs - HOUR_MS) };
  const days = await uncountedDays(runner, today, recheck, MOST_DAYS);
  for (const day of days) {
    if (signal.aborted) break;
    const begunAt = performance.now();
    const visible = { gates: null, fromMs: romeDayStart(day), toMs: romeDayStart(addDays(day, 1)) };
    await keepGateDay(runner, day, visible, isoOf(nowMs));
    if (rests) await wait(performance.now() - begunAt, undefined, { signal }).catch(() => {});
  }
  const first = await firstReadMs(runner);
  await forgetGateDays(runner, romeDayOf(first ?? nowMs));
  return days.length;
}

/** What a chore does every few minutes. */
export async function countGateDays({ store, now }: StatisticsDeps, signal: AbortSignal): Promise<void> {
  await keepGateDays(store.runner, now().getTime(), signal);
}
