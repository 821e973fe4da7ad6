import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toErrorEnvelope } from '../errors/envelope.ts';
import { toAppError } from '../errors/map-error.ts';
import type { Log } from '../log/log.ts';
import { ClientDisconnected } from './call-budget.ts';
import './fastify-config.ts';

/** Pattern of the called route; `*` when there is none, because an unknown address may contain anything. */
export const getRoutePattern = (request: FastifyRequest): string =>
  request.is404 ? '*' : (request.routeOptions.url ?? '*');

/** The only place where an error becomes a response (ERR-01). Server faults are logged with their stack frames. */
export function installErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((thrown, request, reply: FastifyReply) => {
    const error = toAppError(thrown);
    request.varcoError = { code: error.code, sub: error.sub };
    // A disconnect is not a fault: it is in the request's log line.
    if (error.status >= 500 && !(error instanceof ClientDisconnected))
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
