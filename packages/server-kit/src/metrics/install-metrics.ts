import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { AppError } from '../errors/app-error.ts';
import { createAddressMatcher } from '../health/install-health.ts';
import { getRoutePattern } from '../http/error-handler.ts';
import type { ServerMetric } from './own-metrics.ts';

export interface MetricsOptions {
  /** Addresses that may read the metrics: IP or CIDR. */
  readonly allowedAddresses: readonly string[];
  /** Whether a call from another address may read them; a rejection counts as no. Absent: addresses only. */
  readonly isAllowed?: (request: FastifyRequest) => Promise<boolean>;
  readonly own?: readonly ServerMetric[];
}

/**
 * Counts and durations of calls by route pattern, method and status, and `GET /metrics` for the allowed addresses and
 * credentials (404 for others). `own`: additional metrics of the server.
 */
export function installMetrics(app: FastifyInstance, options: MetricsOptions): Registry {
  const registry = new Registry();
  for (const metric of options.own ?? []) registry.registerMetric(metric);
  collectDefaultMetrics({ register: registry });
  const labelNames = ['route', 'method', 'status'] as const;
  const calls = new Counter({
    name: 'varco_http_requests_total',
    help: 'Calls answered',
    labelNames,
    registers: [registry],
  });
  const times = new Histogram({
    name: 'varco_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'method'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = getRoutePattern(request);
    // The method of an unknown path is text of the caller.
    const method = route === '*' ? '*' : request.method;
    calls.inc({ route, method, status: String(reply.statusCode) });
    times.observe({ route, method }, reply.elapsedTime / 1_000);
  });
  const isListed = createAddressMatcher(options.allowedAddresses);
  app.get('/metrics', async (request, reply) => {
    const isAllowed = isListed(request.ip) || (await options.isAllowed?.(request).catch(() => false)) === true;
    if (!isAllowed) throw new AppError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}
