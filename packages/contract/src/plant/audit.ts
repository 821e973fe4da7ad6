import { AUDIT_OUTCOMES } from '@varco/domain/audit/audit-entry.ts';
import { z } from 'zod';
import { BASIC_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText } from '../wire.ts';

const AUDIT_PAGE_SIZE = { size: 50, max: 200 } as const;

/** One entry as a person reads it. `detail` is null when the action had none, or when it was erased or has expired. */
export const AuditLogEntry = z
  .object({
    epoch: z.int().min(1),
    seq: z.int().min(1),
    at: IsoInstant,
    action: z.string().max(64),
    outcome: z.enum(AUDIT_OUTCOMES),
    actor: z.object({
      kind: z.string().max(20),
      id: z.string().max(120).nullable(),
      name: z.string().max(200).nullable(),
      group: z.string().max(120).nullable(),
      level: z.int().nullable(),
    }),
    from: z.object({ ip: z.string().max(64).nullable(), client: z.string().max(120).nullable() }),
    count: z.int().nullable(),
    bytes: z.int().nullable(),
    reason: z
      .object({ code: z.string().max(40), case: z.string().max(80).nullable(), text: z.string().max(1_000).nullable() })
      .nullable(),
    /** Filters, plates and ids as in the call. */
    detail: z.record(z.string(), z.json()).nullable(),
  })
  .meta({ id: 'AuditLogEntry' });
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;

/** Newest first; pass `next` as `before` to get the older page; null at the end. */
const AuditPage = z.object({
  entries: z.array(AuditLogEntry).max(AUDIT_PAGE_SIZE.max),
  next: z.object({ epoch: z.int().min(1), seq: z.int().min(1) }).nullable(),
});

const pageMembers = {
  before: z.strictObject({ epoch: z.int().min(1), seq: z.int().min(1) }).optional(),
  limit: z.int().min(1).max(AUDIT_PAGE_SIZE.max).default(AUDIT_PAGE_SIZE.size),
  /** Half-open: from included, to excluded. */
  from: IsoInstant.optional(),
  to: IsoInstant.optional(),
  action: z
    .string()
    .regex(/^[a-z]+(\.[a-z-]+)?$/)
    .max(64)
    .optional(),
  case: plainText(80).optional(),
};

export const OwnAuditQuery = z.strictObject(pageMembers);
export const AuditQuery = z.strictObject({
  ...pageMembers,
  /** Login name as recorded; exact match. */
  user: z.string().min(1).max(200).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  /** Letters and digits that the recorded filters or plates must contain. */
  plate: z
    .string()
    .regex(/^[A-Z0-9]{2,32}$/)
    .optional(),
});

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
  body: z.strictObject({ case: plainText(80) }),
  response: z.object({ entries: z.int().min(0), searches: z.int().min(0) }),
  audit: null,
});

/** For supervisors only; the call itself is recorded as an entry. */
export const searchAudit = endpoint({
  id: 'searchAudit',
  method: 'POST',
  path: '/api/audit/search',
  summary: 'Search the whole consultation log, newest first',
  body: AuditQuery,
  response: AuditPage,
  errors: BASIC_ERRORS,
  access: { who: 'plant-user', rule: 'audit.all' },
  audit: 'audit.read',
  limit: 'search',
});
