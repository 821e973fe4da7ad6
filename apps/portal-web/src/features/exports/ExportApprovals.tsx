import type { ReactElement } from 'react';
import type { ApprovalUse } from '../../lib/approvals/granted-approvals.ts';
import { useT } from '../../lib/i18n.tsx';
import { ApprovalUses } from '../../widgets/approvals/ApprovalUses.tsx';

/** Under whose approval an export goes beyond the person's role, and which approvals have ended meanwhile. */
export function ExportApprovals({ uses }: { uses: readonly ApprovalUse[] }): ReactElement {
  const t = useT();
  return (
    <ApprovalUses
      uses={uses}
      hints={{ usable: t('approvals:use.exportUsable'), over: t('approvals:use.exportOver') }}
    />
  );
}
