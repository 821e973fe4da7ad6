import { shiftDays, shiftMs, startOfRomeDay } from '../../../lib/rome-days.ts';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';

/** Opens the passages of a plate on one plant from one day to another (`YYYY-MM-DD`, both included) as a list: the rows behind a number. */
export function openDays(peerId: number, plate: string, firstDay: string, lastDay: string): void {
  const start = startOfRomeDay(firstDay);
  const end = shiftMs(shiftDays(startOfRomeDay(lastDay), 1), -1);
  openPassages(peerId, plate, { kind: 'range', start, end });
}

/** Opens every passage of a plate the plant still has. */
export const openAllPassages = (peerId: number, plate: string): void => openPassages(peerId, plate, { kind: 'all' });

function openPassages(peerId: number, plate: string, period: object): void {
  // A plate that was read is a plate, however long it is.
  const filter = { plate, peerIds: [peerId], period, hasTaxCodes: false };
  openWorkspaceTab({ kind: 'transit-list', filter, runs: true });
}
