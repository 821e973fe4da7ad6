import { addDays, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import {
  type CountedGate,
  countGates,
  type GateDetails,
  type HourSums,
  readGateDays,
} from './gate-figures.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

/** Maximum transits of uncounted days that one request counts itself: about a second of work. */
export const MAX_COUNTED_NOW = 1_500_000;

/**
 * A gate on a Rome day, or on the part of the day in the period. `details` is null when the day was not counted and is
 * too large to be counted now.
 */
export interface GateDayCell {
  readonly gate: number;
  readonly day: string;
  readonly sums: HourSums;
  readonly details: GateDetails | null;
}

/** The whole Rome days of a period, and its partial days. */
export interface PeriodParts {
  /** Null: no whole day. Both inclusive. */
  readonly days: { readonly first: string; readonly last: string } | null;
  readonly whole: Visibility;
  readonly partialDays: readonly { readonly day: string; readonly visible: Visibility }[];
}

/** Splits a half-open period (milliseconds) at Rome midnights. */
export function splitPeriod(visible: Visibility): PeriodParts {
  const { fromMs, toMs } = visible;
  if (fromMs >= toMs) return { days: null, whole: { ...visible, toMs: fromMs }, partialDays: [] };
  const [firstDay, lastDay] = [toRomeDay(fromMs), toRomeDay(toMs - 1)];
  const first = romeDayStart(firstDay) === fromMs ? firstDay : addDays(firstDay, 1);
  const last = romeDayStart(addDays(lastDay, 1)) === toMs ? lastDay : addDays(lastDay, -1);
  const partialDay = (day: string, from: number, to: number) => ({
    day,
    visible: { ...visible, fromMs: from, toMs: to },
  });
  if (first > last) {
    const middle = Math.min(romeDayStart(addDays(firstDay, 1)), toMs);
    const partialDays = [
      partialDay(firstDay, fromMs, middle),
      ...(middle < toMs ? [partialDay(lastDay, middle, toMs)] : []),
    ];
    return { days: null, whole: { ...visible, toMs: fromMs }, partialDays: partialDays };
  }
  const [wholeFrom, wholeTo] = [romeDayStart(first), romeDayStart(addDays(last, 1))];
  return {
    days: { first, last },
    whole: { ...visible, fromMs: wholeFrom, toMs: wholeTo },
    partialDays: [
      ...(fromMs < wholeFrom ? [partialDay(firstDay, fromMs, wholeFrom)] : []),
      ...(wholeTo < toMs ? [partialDay(lastDay, wholeTo, toMs)] : []),
    ],
  };
}

const toGateDayCell = (day: string, counted: CountedGate): GateDayCell => ({
  gate: counted.gate,
  day,
  sums: counted,
  details: counted,
});

/**
 * Every gate and day of a period. Whole days come from the roll-ups. Days without a valid roll-up (today, or changed
 * since) are counted from the rows, newest first, up to `MAX_COUNTED_NOW`. Partial days are always counted from the
 * rows.
 */
export async function countPeriod(
  runner: Runner,
  visible: Visibility,
  parts: PeriodParts,
  signal: AbortSignal,
): Promise<readonly GateDayCell[]> {
  const known = await readGateDays(runner, parts.whole, signal);
  const uncounted = Map.groupBy(
    known.filter(({ details }) => details === null),
    ({ day }) => day,
  );
  const cells: GateDayCell[] = known.filter(({ details }) => details !== null);
  let remaining = MAX_COUNTED_NOW;
  for (const [day, gates] of [...uncounted].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    remaining -= gates.reduce((sum, { sums }) => sum + sums.n, 0);
    if (remaining < 0) {
      cells.push(...gates);
      continue;
    }
    const only = {
      gates: gates.map(({ gate }) => gate),
      fromMs: romeDayStart(day),
      toMs: romeDayStart(addDays(day, 1)),
    };
    cells.push(...(await countGates(runner, only, signal)).map((counted) => toGateDayCell(day, counted)));
  }
  for (const { day, visible: partialDay } of parts.partialDays)
    cells.push(...(await countGates(runner, partialDay, signal)).map((counted) => toGateDayCell(day, counted)));
  return cells;
}
