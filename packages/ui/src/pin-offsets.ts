import type { CSSProperties } from 'react';

type Pinnable = { readonly id: string; readonly width?: number; readonly pinned?: 'start' | 'end' };

/** Width of the tick column in px; it is pinned before all others. */
export const TICK_WIDTH = 30;

/**
 * Offset in px of each pinned column from its edge: the total width of the pinned columns before it. Unpinned columns
 * are not in the map. Only columns followed by further pinned ones need a width.
 */
export function computePinOffsets(columns: readonly Pinnable[], hasTicks: boolean): ReadonlyMap<string, CSSProperties> {
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
