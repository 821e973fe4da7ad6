import { z } from 'zod';
import { AUDIT_FILE_TYPES, AuditExportQuery, AuditPage, AuditQuery, CaseNumber, OwnAuditQuery } from '../audit-log.ts';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint, fileResponse } from '../endpoint.ts';

const searchOwn = {
  errors: ['bad_request', 'invalid_token', 'unavailable'],
  access: { who: 'plant-user', rule: 'audit.own' },
  limit: 'search',
} as const;

/** A user sees their own entries, whatever the level (decisions, Accountability). */
export const listOwnAudit = endpoint({
  ...searchOwn,
  id: 'listOwnAudit',
  method: 'POST',
  path: '/api/audit/own/search',
  summary: 'Own entries of the consultation log, newest first',
  body: OwnAuditQuery,
  response: AuditPage,
  audit: 'audit.read',
});

/** Searches for people's movements, as the case bar counts them: each writes one entry on every queried plant. */
export const SEARCH_ACTIONS = [
  'transits.search',
  'accomplices.search',
  'suspects.search',
  'analysis.gate-to-gate',
  'analysis.related-events',
  // Analyses over several plants (journeys, impossible journeys) consist of these calls.
  'analysis.passages',
] as const;

/** Number of the caller's own searches, shown in the case bar. It returns no entries and is not recorded itself. */
export const countOwnAudit = endpoint({
  ...searchOwn,
  id: 'countOwnAudit',
  method: 'POST',
  path: '/api/audit/own/count',
  summary: 'Number of own entries of a case',
  body: z.strictObject({ case: CaseNumber }),
  response: z.object({ entries: z.int().min(0), searches: z.int().min(0) }),
  audit: null,
});

const searchAll = {
  errors: [...CALL_ERRORS, 'reason_required'],
  access: { who: 'plant-user', rule: 'audit.all' },
  limit: 'search',
} as const;

/** Needs the right `audit_read` (ADR 0008) and no right on transits; the call itself is recorded as one entry. */
export const searchAudit = endpoint({
  ...searchAll,
  id: 'searchAudit',
  method: 'POST',
  path: '/api/audit/search',
  summary: 'Search the whole consultation log, newest first',
  body: AuditQuery,
  response: AuditPage,
  audit: 'audit.read',
});

/** Error `conflict`/`too_many_rows` when more entries match than one file may hold. */
export const exportAudit = endpoint({
  ...searchAll,
  errors: [...searchAll.errors, 'conflict'],
  id: 'exportAudit',
  method: 'POST',
  path: '/api/audit/export',
  summary: 'Entries of the consultation log as CSV, or as JSON lines that can be verified',
  body: AuditExportQuery,
  response: fileResponse(...AUDIT_FILE_TYPES),
  audit: 'audit.export',
});
