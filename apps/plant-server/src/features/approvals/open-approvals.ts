import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { computeApprovalTerms } from './approval-terms.ts';
import { listApprovals, type ListedApproval } from './approvals.repository.ts';
import { findApprovalState } from './approvals.view.ts';

/** Maximum number of requests that are read. */
const LIMIT = 50;

/** Requests that wait for a decision, as this user sees them: the own ones, and those of others for whoever decides. */
export async function readOpenApprovals(
  runner: Runner,
  user: Pick<PlantUser, 'uuid' | 'approves' | 'sees_plates'>,
  nowMs: number,
): Promise<readonly ListedApproval[]> {
  const terms = computeApprovalTerms(nowMs);
  const reader = { uuid: user.uuid, seesAll: user.approves && user.sees_plates };
  const rows = await listApprovals(runner, reader, terms.openSinceIso, LIMIT);
  return rows.filter((row) => findApprovalState(row, terms) === 'open');
}
