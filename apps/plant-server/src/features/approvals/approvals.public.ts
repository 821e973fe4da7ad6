// What other subjects use of approvals.
export { describeApprovals, openExportPermit } from './approved-export.ts';
export type { ExportPermit, OrderTimes, UsedApproval } from './approved-export.ts';
export { openNamedTransits, openSearchPermit } from './approved-search.ts';
export type { SearchPermit } from './approved-search.ts';
export { APPROVAL_DAYS } from './approval-terms.ts';
export { readOpenApprovals } from './open-approvals.ts';
export { readRowsLeft } from './shown-rows.repository.ts';
export { deleteApprovalsBefore } from './approvals.repository.ts';
