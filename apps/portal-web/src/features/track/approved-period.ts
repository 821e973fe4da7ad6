import type { Approval } from '@varco/contract/plant/approvals.ts';
import { isUsableAt, listPlateApprovals } from '../../lib/approvals/granted-approvals.ts';
import type { TrackSettings } from './use-track-model.ts';

/** The period of the newest usable approval for passages of exactly this plate, on any plant, as of an instant (ISO); null: there is none. */
export function findApprovedPeriod(
  byPeer: ReadonlyMap<number, readonly Approval[]>,
  plate: string,
  at: string,
): Pick<TrackSettings, 'start' | 'end'> | null {
  const usable = [...byPeer.values()]
    .flatMap((list) => listPlateApprovals(list, plate))
    .filter((one) => isUsableAt(one, at));
  const [newest] = usable.toSorted((a, b) => b.richiesta_il.localeCompare(a.richiesta_il));
  if (newest === undefined) return null;
  return { start: newest.filtro.f_startTime ?? null, end: newest.filtro.f_endTime ?? null };
}
