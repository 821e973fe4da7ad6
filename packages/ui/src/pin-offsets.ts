import type { CSSProperties } from 'react';

type Pinnable = { readonly id: string; readonly width?: number; readonly pinned?: 'start' | 'end' };

/** Width of the tick column, px: it is pinned before everything else. */
export const TICK_WIDTH = 30;

/**
 * Where each pinned column sticks, px from its edge: the widths of the pinned ones before it. Columns that are not pinned
 * are not in the map. Only columns with another pinned one before them need a stated width.
 */
export function pinOffsets(columns: readonly Pinnable[], hasTicks: boolean): ReadonlyMap<string, CSSProperties> {
  const pins = new Map<string, CSSProperties>();
  let fromStart = hasTicks ? TICK_WIDTH : 0;
  for (const column of columns) {
    if (column.pinned !== 'start') continue;
    pins.set(column.id, { left: fromStart });
    fromStart += column.width ?? 0;
  }
  let fromEnd = 0;
  for (const column of columns.toReversed()) {
    if (column.pinned !== 'end') continue;
    pins.set(column.id, { right: fromEnd });
    fromEnd += column.width ?? 0;
  }
  return pins;
}
