import type { JsonObject } from './canonical-json.ts';

/** Outcome of a recorded action (security, part 6). */
export const AUDIT_OUTCOMES = ['ok', 'partial', 'denied', 'invalid', 'error', 'cancelled'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Who acted. `name` is the login name at that time, so that the entry stays readable after the user is deleted. */
export type AuditActor = {
  readonly kind: 'user' | 'plant' | 'camera' | 'system' | 'anonymous';
  readonly id: string | null;
  readonly name: string | null;
  readonly group: string | null;
  readonly level: number | null;
  readonly session: string | null;
};

/** Origin of the call: address, and name and version of the client. */
export type AuditFrom = { readonly ip: string | null; readonly client: string | null };

/** The stated reason without its free text, which is stored in the erasable detail. */
export type AuditReason = { readonly code: string; readonly case: string | null };

/**
 * One entry of the log, version 1. `at` is UTC milliseconds of the database clock, `seq` counts from 1 without gaps,
 * `count` is the number of rows shown, `bytes` the size of a delivered file, and `detail` the commitment to the
 * detail or null.
 */
export type AuditEntry = {
  readonly v: 1;
  readonly log: string;
  readonly epoch: number;
  readonly seq: number;
  readonly at: number;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly actor: AuditActor;
  readonly from: AuditFrom;
  readonly req: string | null;
  readonly count: number | null;
  readonly bytes: number | null;
  readonly reason: AuditReason | null;
  readonly detail: string | null;
};

/** Filters, plates, tax codes, object ids, reason text, recipients, before and after: erasable, salted. */
export type AuditDetail = JsonObject;

/** Reads the members a verifier needs from a stored entry; null when one is missing or of a wrong type. */
export function parseEntryHead(
  value: unknown,
): Pick<AuditEntry, 'v' | 'log' | 'epoch' | 'seq' | 'at' | 'action' | 'detail'> | null {
  if (typeof value !== 'object' || value === null) return null;
  const { v, log, epoch, seq, at, action, detail } = value as Readonly<Record<string, unknown>>;
  if (v !== 1 || typeof log !== 'string' || typeof action !== 'string') return null;
  if (typeof epoch !== 'number' || typeof seq !== 'number' || typeof at !== 'number') return null;
  if (detail !== null && typeof detail !== 'string') return null;
  return { v, log, epoch, seq, at, action, detail };
}
