import type { PartialDayMovements } from './partial-day-movements.ts';
import type { DayMovements } from './day-movements.ts';
import type { PlateTable } from '../plate-table.ts';

/** Plates with jumps that no car can make, in alphabetical order. */
export interface JumpPlates {
  /**
   * `isCertain`: the jump was on a whole day of the window. On a partial day only the rows tell whether it was inside
   * the window.
   */
  readonly plates: readonly { readonly id: number; readonly plate: string; readonly isCertain: boolean }[];
  /** There are no more plates. */
  readonly isEnd: boolean;
}

/**
 * The first `most` plates that may have an impossible jump. Every day lists its own in alphabetical order, so the first
 * `most` of each day are enough.
 */
export function findJumpPlates(
  table: PlateTable,
  days: readonly DayMovements[],
  partialDays: readonly PartialDayMovements[],
  limit: number,
): JumpPlates {
  const found = new Map<number, boolean>();
  let isEnd = true;
  const collect = ({ jumpPlates }: DayMovements, isCertain: boolean): void => {
    if (jumpPlates.length > limit) isEnd = false;
    for (const id of jumpPlates.subarray(0, limit)) found.set(id, isCertain || found.get(id) === true);
  };
  for (const day of days) collect(day, true);
  for (const { day } of partialDays) collect(day, false);
  const first = [...found.entries()]
    .map(([id, isCertain]) => ({ id, plate: table.getText(id), isCertain }))
    .sort((a, b) => (a.plate < b.plate ? -1 : 1));
  return { plates: first.slice(0, limit), isEnd: isEnd && first.length <= limit };
}
