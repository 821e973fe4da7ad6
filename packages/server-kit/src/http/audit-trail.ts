import type { Endpoint } from '@varco/contract/endpoint.ts';
import type { AuditActor, AuditOutcome } from '@varco/domain/audit/audit-entry.ts';
import type { FastifyRequest } from 'fastify';
import type { AuditRecord } from '../audit/audit-sink.ts';
import { AppError } from '../errors/app-error.ts';
import { ClientDisconnected } from './call-budget.ts';
import { toAppError } from '../errors/map-error.ts';
import { timePart } from '../metrics/call-timings.ts';
import type { AuditNote } from './call-context.ts';
import { readClientVersion } from './client-headers.ts';
import type { ServerApp, Viewers } from './server-app.ts';
import { readStatedReason } from './stated-reason.ts';

const ANONYMOUS_ACTOR: AuditActor = {
  kind: 'anonymous',
  id: null,
  name: null,
  group: null,
  level: null,
  session: null,
};

const callerByRequest = new WeakMap<FastifyRequest, AuditRecord['from']>();

/**
 * Records the caller when the call begins: after a disconnect the address is no longer available, but the
 * consultation must still be recorded.
 */
export function rememberCaller(request: FastifyRequest): AuditRecord['from'] {
  const from = { ip: (request.ip as string | undefined) ?? '', client: readClientVersion(request) };
  callerByRequest.set(request, from);
  return from;
}

/** Writes the entries of a call and remembers whether any were written. */
export interface AuditTrail {
  record(note?: AuditNote): Promise<void>;
  /** Records the opening of a stream unless an entry of the last ten minutes covers it. */
  recordOpening(subject: unknown, note?: AuditNote): Promise<void>;
  /** Whether an entry of this call, or one that covers it, is durable. */
  hasRecorded(): boolean;
}

export function createAuditTrail<V extends Viewers>(
  app: ServerApp<V>,
  endpoint: Endpoint,
  request: FastifyRequest,
): AuditTrail {
  let recorded = false;
  return {
    hasRecorded: () => recorded,
    async record(note = {}) {
      await writeEntry(app, endpoint, request, note);
      recorded = true;
    },
    async recordOpening(subject, note = {}) {
      const { action, outcome, actor, from, reason } = toAuditRecord(endpoint, request, note);
      const opening = JSON.stringify([action, outcome, actor.kind, actor.id, actor.session, from, reason, subject]);
      await app.varco.streamOpenings.once(opening, () => writeEntry(app, endpoint, request, note));
      recorded = true;
    },
  };
}

async function writeEntry<V extends Viewers>(
  app: ServerApp<V>,
  endpoint: Endpoint,
  request: FastifyRequest,
  note: AuditNote,
): Promise<void> {
  const sink = app.varco.auditSink;
  if (sink === null) throw new Error(`${endpoint.id} records, but this server has no audit log`);
  try {
    await timePart('log', () => sink.record(toAuditRecord(endpoint, request, note)));
  } catch (error) {
    throw new AppError('unavailable', { sub: 'audit_unavailable', cause: error });
  }
}

function toAuditRecord(endpoint: Endpoint, request: FastifyRequest, note: AuditNote): AuditRecord {
  return {
    action: note.action ?? endpoint.audit ?? endpoint.id,
    outcome: note.outcome ?? 'ok',
    actor: note.actor ?? request.varcoActor ?? ANONYMOUS_ACTOR,
    from: callerByRequest.get(request) ?? rememberCaller(request),
    req: request.id,
    count: note.count ?? null,
    bytes: note.bytes ?? null,
    reason: note.reason ?? readReasonOrNull(request),
    detail: note.detail ?? null,
  };
}

/** An invalid reason is refused elsewhere; the entry about that refusal must still be written. */
function readReasonOrNull(request: FastifyRequest): AuditRecord['reason'] {
  try {
    return readStatedReason(request.headers['x-varco-reason']);
  } catch {
    return null;
  }
}

/**
 * Records that an audited call of an authenticated caller failed. Anonymous calls are not recorded here, because
 * strangers could fill the log (a failed sign-in is recorded, slowed down and counted by its handler).
 */
export async function auditFailure<V extends Viewers>(
  app: ServerApp<V>,
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: AuditActor | null,
  error: AppError,
  signal?: AbortSignal,
): Promise<void> {
  if (endpoint.audit === null || actor === null || actor.kind === 'anonymous' || error.sub === 'audit_unavailable')
    return;
  const hasLeft = signal?.aborted === true && signal.reason instanceof ClientDisconnected;
  const outcome = hasLeft ? 'cancelled' : toAuditOutcome(error);
  try {
    await writeEntry(app, endpoint, request, {
      outcome,
      actor,
      detail: { code: error.code, ...(error.sub === null ? {} : { sub_code: error.sub }) },
    });
  } catch (failure) {
    throw toAppError(failure);
  }
}

function toAuditOutcome(error: AppError): AuditOutcome {
  if (error.code === 'bad_request') return 'invalid';
  return error.status === 401 || error.status === 403 || error.status === 428 ? 'denied' : 'error';
}
