import type { ReactElement } from 'react';
import { useApprovals } from '../../../lib/approvals/approvals.store.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import type { ResultAreaProps } from '../results/result-area-props.ts';

const { Component: GrantedSearchNotice } = lazyComponent(async () => {
  const [{ GrantedSearchNotice: Part }] = await Promise.all([
    import('./GrantedSearchNotice.tsx'),
    loadMessages('approvals'),
  ]);
  return Part;
});

/** Under whose approval a search goes beyond the person's role. Whoever has no limits and decides nothing loads nothing. */
export function ApprovalNotice(props: ResultAreaProps): ReactElement | null {
  const isConcerned = useApprovals(({ byPeer }) => byPeer.size > 0);
  return isConcerned && props.state.status === 'done' ? (
    <GrantedSearchNotice {...props} toWireFilter={toWireFilter} />
  ) : null;
}
