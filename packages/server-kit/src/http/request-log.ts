import type { FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';
import { getRoutePattern } from './error-handler.ts';

/** One line per call, with the closed list of fields: pattern instead of address, ids instead of names. */
export function installRequestLog(app: FastifyInstance, log: Log): void {
  app.decorateRequest('varcoActor', null);
  app.decorateRequest('varcoViewer', null);
  app.decorateRequest('varcoError', null);
  app.decorateRequest('varcoTimings', null);
  app.decorateRequest('varcoBodyHash', null);
  app.addHook('onResponse', async (request, reply) => {
    const { varcoActor: actor, varcoError: error } = request;
    log.info('request', {
      requestId: request.id,
      route: getRoutePattern(request),
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      bytes: Number(reply.getHeader('content-length') ?? 0),
      userId: actor?.kind === 'user' ? actor.id : null,
      plantId: actor?.kind === 'plant' ? actor.id : null,
      code: error?.code ?? null,
      subCode: error?.sub ?? null,
    });
  });
}
