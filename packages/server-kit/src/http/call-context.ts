import type { AuditActor, AuditOutcome } from '@varco/domain/audit/audit-entry.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import type { StatedReason } from './stated-reason.ts';

/** What a handler says about its act; the kit adds who, from where, which request and the stated reason. */
export interface AuditNote {
  /** Default `ok`. */
  readonly outcome?: AuditOutcome;
  readonly count?: number | null;
  readonly bytes?: number | null;
  readonly detail?: Readonly<Record<string, unknown>> | null;
  /** Where the viewer is not the actor yet: a sign-in. */
  readonly actor?: AuditActor;
  /** Default the endpoint's action. */
  readonly action?: string;
}

/** What a handler gets beside its input. */
export interface CallContext<V> {
  readonly viewer: V;
  readonly requestId: string;
  readonly ip: string;
  /** `X-Client-Version`, at most 40 characters; null when absent or odd. */
  readonly clientVersion: string | null;
  /** `X-Request-Tag`: polling and the like (NET-04). */
  readonly requestTag: string | null;
  /** `X-Varco-Reason`, validated; null when absent. */
  readonly reason: StatedReason | null;
  readonly log: Log;
  /** Aborted when the client leaves or the endpoint's time is over. Give it to every query that may be long. */
  readonly signal: AbortSignal;
  /** Present instant, ISO 8601 UTC with milliseconds. */
  now(): string;
  /**
   * Records the act. Resolves when the entry is durable; call it after the query and before returning.
   * Throws `unavailable` / `audit_unavailable`, and then no data may leave.
   */
  audit(note?: AuditNote): Promise<void>;
  /** For cookies, multipart parts and streams only. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
