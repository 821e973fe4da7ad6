import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditTrail } from './audit-trail.ts';
import type { CallContext } from './call-context.ts';
import { readClientVersion, readRequestTag } from './client-headers.ts';
import type { ServerApp, Viewers } from './server-app.ts';
import { readStatedReason } from './stated-reason.ts';

interface ContextParts<V extends Viewers> {
  readonly app: ServerApp<V>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  readonly trail: AuditTrail;
}

/** Builds the context of a handler. Throws `reason_required` when the stated reason is invalid. */
export function buildContext<ViewerType, V extends Viewers = Viewers>({
  app,
  request,
  reply,
  signal,
  trail,
}: ContextParts<V>): CallContext<ViewerType> {
  const { log, now } = app.varco;
  return {
    // Created by the authenticator of this kind of access; `ServerApp<V>` ties kind and type.
    viewer: request.varcoViewer as ViewerType,
    requestId: request.id,
    ip: request.ip,
    clientVersion: readClientVersion(request),
    requestTag: readRequestTag(request),
    reason: readStatedReason(request.headers['x-varco-reason']),
    log,
    signal,
    now: () => now().toISOString(),
    audit: (note) => trail.record(note),
    auditStream: (subject, note) => trail.recordOpening(subject, note),
    request,
    reply,
  };
}
