import type { AuditActor, AuditOutcome } from '@varco/domain/audit/audit-entry.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import type { StatedReason } from './stated-reason.ts';

/** What a handler adds to the audit entry of its call; the kit adds actor, origin, request id and stated reason. */
export interface AuditNote {
  /** Default `ok`. */
  readonly outcome?: AuditOutcome;
  readonly count?: number | null;
  readonly bytes?: number | null;
  readonly detail?: Readonly<Record<string, unknown>> | null;
  /** For calls whose viewer is not the actor yet: a sign-in. */
  readonly actor?: AuditActor;
  /** Default: the endpoint's action. */
  readonly action?: string;
  /** Where the call itself is the reason; default: the stated one. */
  readonly reason?: StatedReason;
}

/** What a handler gets besides its input. */
export interface CallContext<V> {
  readonly viewer: V;
  readonly requestId: string;
  readonly ip: string;
  /** `X-Client-Version`, at most 40 characters; null when absent or malformed. */
  readonly clientVersion: string | null;
  /** `X-Request-Tag`: marks polling and similar calls (NET-04). */
  readonly requestTag: string | null;
  /** `X-Varco-Reason`, validated; null when absent. */
  readonly reason: StatedReason | null;
  readonly log: Log;
  /** Aborted when the client disconnects or the endpoint's time is over. Pass it to every query that may be slow. */
  readonly signal: AbortSignal;
  /** Current instant, ISO 8601 UTC with milliseconds. */
  now(): string;
  /**
   * Records the call. Resolves when the entry is durable; call it after the query and before returning. Throws
   * `unavailable` / `audit_unavailable`; then no data may be sent.
   */
  audit(note?: AuditNote): Promise<void>;
  /**
   * Records the opening of a stream as `audit` does, unless the same opening was recorded in the last ten minutes: a browser
   * with more plants than connections opens its streams again and again. The same: endpoint, session, address, client,
   * reason, outcome and `subject`, which says what is watched.
   */
  auditStream(subject: unknown, note?: AuditNote): Promise<void>;
  /** For cookies, multipart parts and streams only. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
