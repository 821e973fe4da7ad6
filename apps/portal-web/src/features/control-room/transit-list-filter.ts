import type { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { shiftDays, shiftMs } from '../../lib/rome-days.ts';
import type { FigureName } from './totals.ts';

/** Filter fields of the search that finds the transits behind a figure; null: no search does. */
const ROWS: Readonly<Record<FigureName, Readonly<Record<string, unknown>> | null>> = {
  transits: {},
  // The search has no filter for checked plates; the statistics report explains that number.
  checked: null,
  uninsured: { infringements: ['NA'] },
  uninspected: { infringements: ['NR'] },
  stolen: { infringements: ['RUB'] },
  blacklist: { infringements: ['BL'] },
};

/** Filter of a transit list with the transits of today behind a figure, on the plants that are in it. */
export function buildTransitListFilter(
  name: FigureName,
  all: readonly (readonly [peerId: number, ControlRoomCounts])[],
): Readonly<Record<string, unknown>> | null {
  const rows = ROWS[name];
  const start = all.map(([, { dal }]) => dal).toSorted()[0];
  if (rows === null || start === undefined) return null;
  const period = { kind: 'range', start, end: shiftMs(shiftDays(start, 1), -1) };
  return { ...rows, peerIds: all.map(([peerId]) => peerId), period };
}
