import type { Approval } from '@varco/contract/plant/approvals.ts';
import { isUsable } from '../../lib/approvals/approvals.store.ts';
import { listPlateApprovals } from '../../lib/approvals/granted-approvals.ts';
import type { TrackSettings } from './use-track-model.ts';

/** The period of the newest usable approval for passages of exactly this plate, on any plant; null: there is none. */
export function findApprovedPeriod(
  byPeer: ReadonlyMap<number, readonly Approval[]>,
  plate: string,
): Pick<TrackSettings, 'start' | 'end'> | null {
  const usable = [...byPeer.values()].flatMap((list) => listPlateApprovals(list, plate)).filter(isUsable);
  const [newest] = usable.toSorted((a, b) => b.richiesta_il.localeCompare(a.richiesta_il));
  if (newest === undefined) return null;
  return { start: newest.filtro.f_startTime ?? null, end: newest.filtro.f_endTime ?? null };
}
