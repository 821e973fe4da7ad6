import type { KeptPart } from './cut-movements.ts';
import type { KeptDay } from './movement-book.ts';
import type { PlateTable } from './plate-table.ts';

/** Plates with jumps that no car can make, in alphabetical order. */
export interface Jumpers {
  /**
   * `isCertain`: the jump was on a whole day of the window. On a partial day only the rows tell whether it was inside
   * the window.
   */
  readonly first: readonly { readonly id: number; readonly plate: string; readonly isCertain: boolean }[];
  /** There are no more plates. */
  readonly isEnd: boolean;
}

/**
 * The first `most` plates that may have an impossible jump. Every day lists its own in alphabetical order, so the first
 * `most` of each day are enough.
 */
export function firstJumpers(
  table: PlateTable,
  days: readonly KeptDay[],
  parts: readonly KeptPart[],
  most: number,
): Jumpers {
  const found = new Map<number, boolean>();
  let isEnd = true;
  const look = ({ jumpers }: KeptDay, isCertain: boolean): void => {
    if (jumpers.length > most) isEnd = false;
    for (const id of jumpers.subarray(0, most)) found.set(id, isCertain || found.get(id) === true);
  };
  for (const day of days) look(day, true);
  for (const { day } of parts) look(day, false);
  const first = [...found.entries()]
    .map(([id, isCertain]) => ({ id, plate: table.textOf(id), isCertain }))
    .sort((a, b) => (a.plate < b.plate ? -1 : 1));
  return { first: first.slice(0, most), isEnd: isEnd && first.length <= most };
}
