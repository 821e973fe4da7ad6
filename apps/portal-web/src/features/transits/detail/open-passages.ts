import { shiftDays, shiftMs, startOfRomeDay } from '../../../lib/rome-days.ts';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';

/**
 * Opens a list of the passages of a plate on one plant between two days (`YYYY-MM-DD`, both included): the rows behind
 * a number.
 */
export function openPassagesOfDays(peerId: number, plate: string, firstDay: string, lastDay: string): void {
  const start = startOfRomeDay(firstDay);
  const end = shiftMs(shiftDays(startOfRomeDay(lastDay), 1), -1);
  openPassages(peerId, plate, { kind: 'range', start, end });
}

/** Opens a list of all stored passages of a plate. */
export const openAllPassages = (peerId: number, plate: string): void => openPassages(peerId, plate, { kind: 'all' });

function openPassages(peerId: number, plate: string, period: object): void {
  // The text is a read plate, never a tax code, even when it is long.
  const filter = { plate, peerIds: [peerId], period, hasTaxCodes: false };
  openWorkspaceTab({ kind: 'transit-list', filter, runs: true });
}
