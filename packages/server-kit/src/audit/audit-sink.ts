import type { AuditActor, AuditFrom, AuditOutcome } from '@varco/domain/audit/audit-entry.ts';

/** What a server records about one action. The writer adds sequence number, time and commitments. */
export interface AuditRecord {
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly actor: AuditActor;
  readonly from: AuditFrom;
  /** Request id, the same as in the server's log. */
  readonly req: string | null;
  /** Number of rows returned, if the action returns rows. */
  readonly count?: number | null;
  /** Number of bytes returned, if the action returns a file. */
  readonly bytes?: number | null;
  readonly reason?: { readonly code: string; readonly case: string | null; readonly text: string } | null;
  /** Filters, plates, ids: any JSON-like value; stored separately from the entry and erasable. */
  readonly detail?: Readonly<Record<string, unknown>> | null;
}

/** Position of an entry once it is durable. */
export interface AuditReceipt {
  readonly epoch: number;
  readonly seq: number;
}

/**
 * The consultation log as used by the rest of a server. `record` resolves when the entry is durable; until then no
 * byte of the response may be sent. It rejects with `AuditUnavailable`: response 503 `unavailable` /
 * `audit_unavailable`.
 */
export interface AuditSink {
  record(record: AuditRecord): Promise<AuditReceipt>;
  /** False from a failed write until the next successful one; the readiness check then fails. */
  isWritable(): boolean;
}

/** The entry could not be written, so the data must not be sent (security, part 6). */
export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable';
}
