import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DiskGuard } from '../disk/disk-guard.ts';
import { AppError } from '../errors/app-error.ts';
import { toErrorEnvelope } from '../errors/envelope.ts';
import { toAppError } from '../errors/map-error.ts';
import type { Log } from '../log/log.ts';
import { ClientDisconnected } from './call-budget.ts';
import './fastify-config.ts';

const RETRY_AFTER_S = 5;

/** Pattern of the called route; `*` when there is none, because an unknown address may contain anything. */
export const getRoutePattern = (request: FastifyRequest): string =>
  request.is404 ? '*' : (request.routeOptions.url ?? '*');

/** The only place where an error becomes a response (ERR-01). Server faults are logged with their stack frames. */
export function installErrorHandler(app: FastifyInstance, log: Log, disk: DiskGuard | null): void {
  app.setErrorHandler((thrown, request, reply: FastifyReply) => {
    disk?.note(thrown);
    const error = toStorageRefusal(toAppError(thrown), request);
    request.varcoError = { code: error.code, sub: error.sub };
    // A disconnect is not a fault: it is in the request's log line.
    // A full disk is logged once, by the guard, and its refusals are counted: each of them as a line would fill it further.
    const isReported = error instanceof ClientDisconnected || isStorageRefusal(error);
    if (error.status >= 500 && !isReported)
      log.error('request failed', {
        requestId: request.id,
        route: getRoutePattern(request),
        code: error.code,
        subCode: error.sub,
        error: error.cause ?? error,
      });
    if (error.retryAfterS !== null) void reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfterS))));
    // The rest of a refused body is not read: the connection is closed after the response.
    if (error.status === 413 || error.status === 415) void reply.header('connection', 'close');
    void reply.removeHeader('content-disposition');
    void reply
      .code(error.status)
      .type('application/json; charset=utf-8')
      .send(toErrorEnvelope(error, getRoutePattern(request), request.id));
  });
}

const isStorageRefusal = ({ code, sub }: AppError): boolean =>
  code === 'insufficient_storage' || sub === 'storage_full';

/** A growing write that found no room is told the same as one that was refused in time: send it again later. */
function toStorageRefusal(error: AppError, request: FastifyRequest): AppError {
  if (error.sub !== 'storage_full' || request.routeOptions.config.endpoint?.grows === undefined) return error;
  return new AppError('insufficient_storage', { retryAfterS: RETRY_AFTER_S, cause: error.cause });
}
