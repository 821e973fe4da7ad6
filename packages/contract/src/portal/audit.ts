import { AUDIT_FILE_TYPES, AuditExportQuery, AuditPage, AuditQuery } from '../audit-log.ts';
import { endpoint, fileResponse } from '../endpoint.ts';

const searchAll = {
  errors: ['bad_request', 'invalid_token', 'no_perms', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'portal-user', rule: 'audit' },
  limit: 'search',
} as const;

/** Needs the right `audit_read` (ADR 0008); the call itself is recorded as one entry. */
export const searchPortalAudit = endpoint({
  ...searchAll,
  id: 'searchPortalAudit',
  method: 'POST',
  path: '/api/v1/audit/search',
  summary: "Search the portal's own log: sign-ins, administration of users, exports; newest first",
  body: AuditQuery,
  response: AuditPage,
  audit: 'audit.read',
});

/** Error `conflict`/`too_many_rows` when more entries match than one file may hold. */
export const exportPortalAudit = endpoint({
  ...searchAll,
  errors: [...searchAll.errors, 'conflict'],
  id: 'exportPortalAudit',
  method: 'POST',
  path: '/api/v1/audit/export',
  summary: "Entries of the portal's own log as CSV, or as JSON lines that can be verified",
  body: AuditExportQuery,
  response: fileResponse(...AUDIT_FILE_TYPES),
  audit: 'audit.export',
});
