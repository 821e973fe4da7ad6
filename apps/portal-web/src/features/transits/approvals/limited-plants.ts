import type { Approval } from '@varco/contract/plant/approvals.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { findOwnApproval, isUsable, useApprovals } from '../../../lib/approvals/approvals.store.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import type { SearchState } from '../search/search-state.ts';

/** A plant that showed less than was asked, because of a limit of the person's role there. */
export interface LimitedPlant {
  readonly peerId: number;
  /** `period`: older transits are missing; `rows`: the rows of the day are used up. */
  readonly limit: 'period' | 'rows';
  readonly question: TransitFilter;
  /** The person's newest request for this question; null: none. */
  readonly approval: Approval | null;
}

/** The plants of a search that a limit of the role cut. */
export function useLimitedPlants(state: SearchState): readonly LimitedPlant[] {
  const approvals = useApprovals();
  const { search, filter, startedAt } = state;
  if (search === null || filter === null || startedAt === null) return [];
  return search.parts.flatMap(({ plantId, limitations, failure }) => {
    const limit = failure === 'daily_rows' ? 'rows' : limitations.includes('look_back') ? 'period' : null;
    if (limit === null) return [];
    const peerId = Number(plantId);
    const question = toWireFilter(filter, startedAt, peerId);
    return [{ peerId, limit, question, approval: findOwnApproval(approvals, peerId, question) } as const];
  });
}

/** True when the search can be repeated for more: an approval came after its answer. */
export const canRepeat = ({ approval }: LimitedPlant): boolean => approval !== null && isUsable(approval);
