import { createHash, randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { fastify, type FastifyInstance } from 'fastify';
import type { AuditSink } from '../audit/audit-sink.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { checkBodyHeaders, getMaxJsonDepth } from './body-rules.ts';
import { respondToBadAddress, respondToClientError } from './client-error.ts';
import { type AllowedOrigins, respondToPreflight, checkOrigin } from './cors.ts';
import { installErrorHandler } from './error-handler.ts';
import './fastify-config.ts';
import { checkQueryLimits, parseQueryString } from './query-string.ts';
import { installRequestLog } from './request-log.ts';
import { createRunningSearches } from './running-searches.ts';
import { setBaseHeaders } from './response-headers.ts';
import { RouteTable } from './route-table.ts';
import { installServerTiming } from './server-timing.ts';
import type { Authenticators, BeforeHandler, ServerApp, VarcoState, Viewers } from './server-app.ts';
import { createStreamOpenings } from './stream-openings.ts';
import { parseStrictJson } from './strict-json.ts';

export interface ServerAppOptions<V extends Viewers> {
  readonly log: Log;
  /** Current time of the process; the only clock of the handlers. */
  readonly now: () => Date;
  readonly authenticators: Authenticators<V>;
  /** Null only for servers without consultations (registry). */
  readonly auditSink: AuditSink | null;
  /** Refuses growing writes below the reserve; absent: nothing is refused. */
  readonly disk?: DiskGuard;
  /**
   * Origins that may call this server from a browser (plants), as a list or as a set that may change while the server
   * runs; null: no CORS at all (portal).
   */
  readonly allowedOrigins: readonly string[] | AllowedOrigins | null;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  /** True behind TLS: adds HSTS. */
  readonly isTls?: boolean;
  readonly demo?: boolean;
  readonly beforeHandler?: BeforeHandler;
  /** Upper limit for every time budget; used by tests of slow clients. */
  readonly maxTimeMs?: number;
}

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * An HTTP server with the limits, headers and refusals of the security rules (parts 2, 8, 9) but without routes.
 * Routes are added with `implement`; `close()` finishes running calls first.
 */
export function createServerApp<V extends Viewers>(options: ServerAppOptions<V>): ServerApp<V> {
  const app = fastify({
    bodyLimit: 64 * 1024,
    requestTimeout: Math.min(REQUEST_TIMEOUT_MS, options.maxTimeMs ?? REQUEST_TIMEOUT_MS),
    keepAliveTimeout: 65_000,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: Math.min(20_000, options.maxTimeMs ?? 20_000),
      connectionsCheckingInterval: Math.min(1_000, (options.maxTimeMs ?? 4_000) / 4),
    },
    exposeHeadRoutes: false,
    // The response while closing is sent by our own error handler, with the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    logger: false,
    trustProxy:
      options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    requestIdHeader: false,
    genReqId: () => randomBytes(12).toString('base64url'),
    clientErrorHandler: respondToClientError,
    frameworkErrors: (_error, request, reply) => respondToBadAddress(request.id, reply.raw),
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 500, ignoreTrailingSlash: false },
  });
  const state: VarcoState<V> = {
    authenticators: options.authenticators,
    auditSink: options.auditSink,
    disk: options.disk ?? null,
    log: options.log,
    now: options.now,
    demo: options.demo ?? false,
    implemented: [],
    streamOpenings: createStreamOpenings(options.now),
    searches: createRunningSearches(),
    maxTimeMs: options.maxTimeMs ?? null,
    beforeHandler: options.beforeHandler ?? null,
  };
  app.decorate('varco', state);
  installErrorHandler(app, options.log, state.disk);
  installRequestLog(app, options.log);
  installServerTiming(app);
  installGuards(app, options);
  installBodyParsers(app);
  return asServerApp<V>(app);
}

/** `decorate` has just added `varco`; the framework cannot express that in the type of an instance. */
function asServerApp<V extends Viewers>(app: FastifyInstance): ServerApp<V> {
  if (!isServerApp<V>(app)) throw new Error('app without state');
  return app;
}
const isServerApp = <V extends Viewers>(app: FastifyInstance): app is ServerApp<V> => app.hasDecorator('varco');

function installGuards<V extends Viewers>(app: FastifyInstance, options: ServerAppOptions<V>): void {
  const routes = new RouteTable();
  const { allowedOrigins } = options;
  const origins = allowedOrigins !== null && 'has' in allowedOrigins ? allowedOrigins : toOriginSet(allowedOrigins);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRoute', (route) => {
    routes.add(route.url, [route.method].flat());
  });
  app.addHook('onRequest', async (request, reply) => {
    setBaseHeaders(reply, options.isTls ?? false);
    void reply.header('x-request-id', request.id);
    if (origins !== null) {
      checkOrigin(request, reply, origins);
      if (await respondToPreflight(request, reply, routes)) return reply;
    }
    if (isClosing) throw new AppError('unavailable', { sub: 'shutting_down' });
    checkQueryLimits(request.raw.url ?? '');
    if (!request.is404) checkBodyHeaders(request);
    return undefined;
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = routes.findMethods(request.raw.url ?? '');
    if (methods.length === 0) throw new AppError('not_found');
    void reply.header('allow', methods.join(', '));
    throw new AppError('method_not_allowed');
  });
}

const toOriginSet = (origins: readonly string[] | null): AllowedOrigins | null =>
  origins === null ? null : new Set(origins);

function installBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    ['application/json', 'application/csp-report'],
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      // Client libraries send an empty body with a JSON type for "no body": the schema decides.
      if (bytes.length === 0) return done(null, undefined);
      request.varcoBodyHash = createHash('sha256').update(bytes).digest('base64url');
      try {
        return done(null, parseStrictJson(bytes, getMaxJsonDepth(request.routeOptions.config.endpoint)));
      } catch (error) {
        return done(error instanceof Error ? error : new AppError('bad_request'));
      }
    },
  );
  // Only endpoints that declare bytes get this far (`checkBodyHeaders`); the body limit of the route applies.
  app.addContentTypeParser<Buffer>('application/octet-stream', { parseAs: 'buffer' }, (request, bytes, done) => {
    request.varcoBodyHash = createHash('sha256').update(bytes).digest('base64url');
    done(null, bytes);
  });
  void app.register(cookie);
  void app.register(multipart, {
    // A picture that is too large is dropped without losing the reads it came with: `file.truncated` marks it.
    throwFileSizeLimit: false,
    limits: {
      parts: 1_501,
      files: 1_500,
      fields: 1,
      fieldSize: 1024 * 1024,
      fieldNameSize: 40,
      fileSize: 5 * 1024 * 1024,
      headerPairs: 20,
    },
  });
}
