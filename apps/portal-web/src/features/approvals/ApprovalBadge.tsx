import { useNavigate } from '@tanstack/react-router';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { type ReactElement, useEffect } from 'react';
import { startApprovals } from '../../lib/approvals/approval-centre.ts';
import { listDecidable, useApprovals } from '../../lib/approvals/approvals.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSession } from '../../lib/session/session-store.ts';

/** Requests this person may decide, in the top bar while there are some. Follows the requests of all plants. */
export function ApprovalBadge(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const user = useSession((session) => session.user?.uuid ?? null);
  useEffect(() => (user === null ? undefined : startApprovals(user)), [user]);
  const approvals = useApprovals();
  const count = new Set(listDecidable(approvals).map(({ lotto }) => lotto)).size;
  if (count === 0) return null;
  return (
    <IconButton
      icon="shieldCheck"
      name={t('approvals:bell', { count })}
      count={count}
      onClick={() => void navigate({ to: '/approvals' })}
    />
  );
}
