import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { RouteTable } from './route-table.ts';

const ALLOW_HEADERS = 'authorization, content-type, x-client-version, x-request-tag, x-varco-reason';
const EXPOSE_HEADERS = 'content-disposition, retry-after, server-timing, x-request-id';

/** Origins that may call a server from a browser. */
export interface AllowedOrigins {
  has(origin: string): boolean;
}

/**
 * CORS of a plant (security rules, part 8): an exact list of portal origins, checked before authentication. A foreign
 * or `null` origin is refused; a call without origin (exporter, portal) passes. Never `*`, never credentials.
 */
export function checkOrigin(request: FastifyRequest, reply: FastifyReply, origins: AllowedOrigins): void {
  void reply.header('vary', 'Origin');
  const origin = request.headers.origin;
  if (origin !== undefined && !origins.has(origin)) throw new AppError('no_perms', { sub: 'origin_not_allowed' });
  const mode = request.headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'cors' && !request.routeOptions.config.allowsNavigation)
    throw new AppError('no_perms', { sub: 'origin_not_allowed' });
  if (origin === undefined) return;
  void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSE_HEADERS });
}

/** Responds to a preflight of an allowed origin; false when the request is not a preflight. */
export async function respondToPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: RouteTable,
): Promise<boolean> {
  const isPreflight =
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight) return false;
  const methods = routes.findMethods(request.url);
  if (methods.length === 0) throw new AppError('not_found');
  await reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOW_HEADERS,
      'access-control-max-age': '7200',
    })
    .send();
  return true;
}
