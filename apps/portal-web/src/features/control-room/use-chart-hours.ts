import type { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { useState } from 'react';
import { type ChartHour, sumHours } from './totals.ts';

/** The hours of the chart; the same value until an hour changed, so that it is not drawn again with every count. */
export function useChartHours(
  counted: readonly (readonly [peerId: number, ControlRoomCounts])[],
): readonly ChartHour[] {
  const hours = sumHours(counted);
  const key = JSON.stringify(hours);
  const [drawn, setDrawn] = useState({ key, hours });
  if (drawn.key !== key) setDrawn({ key, hours });
  return drawn.key === key ? drawn.hours : hours;
}
