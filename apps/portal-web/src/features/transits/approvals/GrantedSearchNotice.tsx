import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { findOwnApproval, useApprovals } from '../../../lib/approvals/approvals.store.ts';
import { type ApprovalUse, toApprovalUse, wasGranted } from '../../../lib/approvals/granted-approvals.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ApprovalUses } from '../../../widgets/approvals/ApprovalUses.tsx';
import type { toWireFilter } from '../filters/filter-wire.ts';
import type { ResultAreaProps } from '../results/result-area-props.ts';
import type { SearchState } from '../search/search-state.ts';

/** The approvals that the plants of a finished search went by. */
function useSearchApprovals(
  { search, filter, startedAt }: SearchState,
  toWire: typeof toWireFilter,
): readonly ApprovalUse[] {
  const approvals = useApprovals();
  if (search === null || filter === null || startedAt === null) return [];
  return search.parts.flatMap(({ plantId, limitations, failure }) => {
    const peerId = Number(plantId);
    if (failure !== null || limitations.includes('look_back')) return [];
    const approval = findOwnApproval(approvals, peerId, toWire(filter, startedAt, peerId));
    // One that had ended before the search was not named by it.
    return wasGranted(approval) && approval.valida_fino > startedAt ? [toApprovalUse(peerId, approval)] : [];
  });
}

/**
 * Says under whose approval the rows are shown, until when, and that it is over. The conversion of filters is passed in:
 * importing it here would move it out of the search's chunk.
 */
export function GrantedSearchNotice(props: ResultAreaProps & { toWireFilter: typeof toWireFilter }): ReactElement {
  const t = useT();
  const { state, filter, onFilter } = props;
  const uses = useSearchApprovals(state, props.toWireFilter);
  return (
    <ApprovalUses
      uses={uses}
      hints={{ usable: t('approvals:use.searchUsable'), over: t('approvals:use.searchOver') }}
      overActions={
        <Button size="compact-sm" variant="default" onClick={() => onFilter(state.filter ?? filter)}>
          {t('approvals:use.repeat')}
        </Button>
      }
    />
  );
}
