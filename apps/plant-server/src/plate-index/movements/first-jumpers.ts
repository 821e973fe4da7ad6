import type { KeptPart } from './cut-movements.ts';
import type { KeptDay } from './movement-book.ts';
import type { PlateTable } from '../plate-table.ts';

/** Plates with jumps no car can make, in their order. */
export interface Jumpers {
  /** `isCertain`: on a whole day; else on one that the window cuts, and only its rows say whether inside. */
  readonly first: readonly { readonly id: number; readonly plate: string; readonly isCertain: boolean }[];
  /** There are no more. */
  readonly isEnd: boolean;
}

/** The first `most` plates that can have jumped: each day has its own in their order, so the first of each are enough. */
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
