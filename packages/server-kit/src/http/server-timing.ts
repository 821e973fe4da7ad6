import type { FastifyInstance } from 'fastify';

/**
 * Adds `Server-Timing` to every response to an authenticated caller: where the time of the call went. Others do not get
 * it, because times tell which part of a refusal was reached.
 */
export function installServerTiming(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { varcoTimings: timings, varcoViewer: viewer } = request;
    if (timings !== null && viewer !== null) void reply.header('server-timing', timings.format());
  });
}
