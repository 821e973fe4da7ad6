import { type Confusion, CONFUSION_DAYS, countConfusions, MIN_CONFUSIONS } from '@varco/domain/plates/confusions.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readConfirmedMisreads, readGateCorrections } from './camera-corrections.repository.ts';

const DAY_MS = 86_400_000;
/** Days whose pairs stay in memory: of searches, and of exports that were ordered before midnight. */
const MAX_CACHED_DAYS = 4;

/** A character that a gate often reads as another. */
export interface GateConfusion extends Confusion {
  readonly gate: number;
}

/**
 * Characters that gates confuse often, by corrections and confirmed alerts of the `CONFUSION_DAYS` before an instant
 * (milliseconds); the most frequent first.
 */
export async function measureConfusions(runner: Runner, untilMs: number): Promise<readonly GateConfusion[]> {
  const span = { sinceMs: untilMs - CONFUSION_DAYS * DAY_MS, untilMs };
  const [corrections, confirmed] = await Promise.all([
    readGateCorrections(runner, span),
    readConfirmedMisreads(runner, span),
  ]);
  // A corrected read counts once, whatever its alerts said.
  const corrected = new Set(corrections.map(({ id }) => id));
  const all = [...corrections, ...confirmed.filter(({ id }) => !corrected.has(id))];
  return [...Map.groupBy(all, ({ gate }) => gate)]
    .flatMap(([gate, of]) =>
      countConfusions(of)
        .filter(({ count }) => count >= MIN_CONFUSIONS)
        .map((confusion) => ({ gate, ...confusion })),
    )
    .toSorted((a, b) => b.count - a.count);
}

/** Pairs of characters of some gates together, the most frequent first. `gates` null: of all gates. */
export function sumConfusions(
  measured: readonly GateConfusion[],
  gates: readonly number[] | null,
): readonly Confusion[] {
  const sums = new Map<string, Confusion>();
  for (const { gate, read, actual, count } of measured) {
    if (gates !== null && !gates.includes(gate)) continue;
    const pair = read + actual;
    sums.set(pair, { read, actual, count: count + (sums.get(pair)?.count ?? 0) });
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count || (a.read + a.actual < b.read + b.actual ? -1 : 1));
}

/**
 * What was measured until the begin of a day (UTC), in memory: every process and every page of a search use the same pairs,
 * and they change once, at night (ADR 0005).
 */
export class DailyConfusions {
  private readonly runner: Runner;
  private readonly byDay = new Map<number, Promise<readonly GateConfusion[]>>();

  constructor(runner: Runner) {
    this.runner = runner;
  }

  /** Pairs of the day of an instant (milliseconds). Rejects when the database does not answer; the next call tries again. */
  read(atMs: number): Promise<readonly GateConfusion[]> {
    const day = Math.floor(atMs / DAY_MS);
    const known = this.byDay.get(day);
    if (known !== undefined) return known;
    const measured = measureConfusions(this.runner, day * DAY_MS);
    this.byDay.set(day, measured);
    measured.catch(() => this.byDay.delete(day));
    const [oldest] = this.byDay.keys();
    if (this.byDay.size > MAX_CACHED_DAYS && oldest !== undefined) this.byDay.delete(oldest);
    return measured;
  }
}
