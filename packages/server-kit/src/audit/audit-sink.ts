import type { AuditActor, AuditFrom, AuditOutcome } from '@varco/domain/audit/audit-entry.ts';

/** What a server wants recorded about one act. The writer adds place in the chain, time and commitments. */
export interface AuditRecord {
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly actor: AuditActor;
  readonly from: AuditFrom;
  /** Request id, the same as in the server's log. */
  readonly req: string | null;
  /** Rows given out, when the act gives out rows. */
  readonly count?: number | null;
  /** Bytes given out, when the act gives out a file. */
  readonly bytes?: number | null;
  readonly reason?: { readonly code: string; readonly case: string | null; readonly text: string } | null;
  /** Filters, plates, ids: any JSON-like value; kept apart from the entry and erasable. */
  readonly detail?: Readonly<Record<string, unknown>> | null;
}

/** Where the entry stands once it is durable. */
export interface AuditReceipt {
  readonly epoch: number;
  readonly seq: number;
}

/**
 * The consultation log as the rest of a server sees it. `record` resolves when the entry is durable; until then no byte
 * of the answer may leave. It rejects with `AuditUnavailable`: answer 503 `unavailable` / `audit_unavailable`.
 */
export interface AuditSink {
  record(record: AuditRecord): Promise<AuditReceipt>;
  /** False from a failed write until the next one that succeeds: readiness is red. */
  isWritable(): boolean;
}

/** The entry could not be written, so the data must not be sent (security, part 6). */
export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable';
}
