import type { KeptPart } from './cut-movements.ts';
import type { KeptDay } from './movement-book.ts';
import type { PlateTable } from './plate-table.ts';

/** Plates with jumps no car can make, in their order. */
export interface Jumpers {
  /** `isCertain`: on a whole day; else on one that the window cuts, and only its rows say whether inside. */
  readonly first: readonly { readonly plate: string; readonly isCertain: boolean }[];
  /** There are no more. */
  readonly isEnd: boolean;
}

/** The first `most` plates that can have jumped: days are kept in the order of plates, so the first of each are enough. */
export function firstJumpers(
  table: PlateTable,
  days: readonly KeptDay[],
  parts: readonly KeptPart[],
  most: number,
): Jumpers {
  const found = new Map<string, boolean>();
  let isEnd = true;
  const look = (day: KeptDay, isCertain: boolean): void => {
    let left = most;
    for (let at = 0; at < day.ids.length; at += 1) {
      if (!day.jumps(at)) continue;
      if (left === 0) {
        isEnd = false;
        return;
      }
      left -= 1;
      const plate = table.textOf(day.ids[at] ?? 0);
      found.set(plate, isCertain || found.get(plate) === true);
    }
  };
  for (const day of days) look(day, true);
  for (const { day } of parts) look(day, false);
  const first = [...found.entries()]
    .map(([plate, isCertain]) => ({ plate, isCertain }))
    .sort((a, b) => (a.plate < b.plate ? -1 : 1));
  return { first: first.slice(0, most), isEnd: isEnd && first.length <= most };
}
