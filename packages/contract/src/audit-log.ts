import { AUDIT_OUTCOMES } from '@varco/domain/audit/audit-entry.ts';
import { z } from 'zod';
import { IsoInstant, plainText, TransitId } from './wire.ts';

/** The consultation log as people read it: the same shapes on the portal and on every plant. */

const AUDIT_PAGE_SIZE = { size: 50, max: 200 } as const;
/** Entries of one exported file; a larger result is refused, so that no file is silently cut. */
export const MAX_EXPORTED_ENTRIES = 20_000;
/** People and actions listed in the totals; `others` counts the entries of the rest. */
export const MAX_AUDIT_GROUPS = 100;

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
      name: z.string().max(254).nullable(),
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
    /** Hash of the entry in the chain, base64url, as `varco audit verify` recomputes it. */
    hash: z.string().max(64),
  })
  .meta({ id: 'AuditLogEntry' });
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;

/** Entries of a filter by person and by action, most first. */
export const AuditTotals = z
  .object({
    entries: z.int().min(0),
    people: z.array(z.object({ name: z.string().max(254).nullable(), entries: z.int().min(1) })).max(MAX_AUDIT_GROUPS),
    actions: z.array(z.object({ action: z.string().max(64), entries: z.int().min(1) })).max(MAX_AUDIT_GROUPS),
    /** Entries of the people, and of the actions, beyond the listed ones. */
    others: z.object({ people: z.int().min(0), actions: z.int().min(0) }),
  })
  .meta({ id: 'AuditTotals' });
export type AuditTotals = z.infer<typeof AuditTotals>;

const AuditPosition = z.strictObject({ epoch: z.int().min(1).max(2_147_483_647), seq: z.int().min(1) });

/** Newest first; pass `next` as `before` to get the older page; null at the end. */
export const AuditPage = z.object({
  entries: z.array(AuditLogEntry).max(AUDIT_PAGE_SIZE.max),
  next: AuditPosition.nullable(),
  /** Null unless requested. */
  totals: AuditTotals.nullable(),
});
export type AuditPage = z.infer<typeof AuditPage>;

const ActionName = z
  .string()
  .regex(/^[a-z0-9]+(\.[a-z0-9-]+)?$/)
  .max(64);

/** A case number as reasons store it: without spaces at its ends, compared exactly. */
export const CaseNumber = plainText(80).transform((text) => text.trim());

const periodMembers = {
  /** Half-open: from included, to excluded. */
  from: IsoInstant.optional(),
  to: IsoInstant.optional(),
  action: ActionName.optional(),
  case: CaseNumber.optional(),
};
const pageMembers = {
  before: AuditPosition.optional(),
  limit: z.int().min(1).max(AUDIT_PAGE_SIZE.max).default(AUDIT_PAGE_SIZE.size),
};

/** Which entries; all members restrict. */
const filterMembers = {
  ...periodMembers,
  /** One of these actions. */
  actions: z.array(ActionName).min(1).max(100).optional(),
  /** Login name as recorded, ignoring case. */
  user: plainText(254).min(1).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  /** True: only calls that were refused, invalid or failed. */
  failed: z.boolean().optional(),
  /** A plate, or a pattern with `*` or `{n}`, exactly as the entry names it, ignoring case, spaces and dashes. */
  plate: z
    .string()
    .regex(/^[A-Z0-9*?{}]{2,32}$/)
    .optional(),
  /** A transit that was opened, printed, corrected, or whose picture was seen. */
  transit: TransitId.optional(),
  /** Code of the stated reason. */
  reason: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/)
    .optional(),
  /** Address the call came from, exactly as recorded. */
  ip: z
    .string()
    .regex(/^[0-9a-fA-F:.]{2,45}$/)
    .optional(),
  /** Entries that showed at least this many rows. */
  min_count: z.int().min(1).max(2_147_483_647).optional(),
};

export const OwnAuditQuery = z.strictObject({ ...periodMembers, ...pageMembers });
export const AuditQuery = z.strictObject({
  ...filterMembers,
  ...pageMembers,
  /** Totals of the whole filter, whatever the page. */
  with_totals: z.boolean().default(false),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditFilter = z.strictObject(filterMembers);
export type AuditFilter = z.output<typeof AuditFilter>;

/** `csv` for reading; `jsonl` with salts, hashes and the signed checkpoint, so that every line can be verified. */
export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export const AuditExportQuery = z.strictObject({ ...filterMembers, format: z.enum(AUDIT_FORMATS) });
export type AuditExportQuery = z.output<typeof AuditExportQuery>;
export const AUDIT_FILE_TYPES = ['text/csv', 'application/x-ndjson'] as const;
