import { type Endpoint, type HandlerInput, type HandlerOutput, LIMITS } from '@varco/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { toAppError } from '../errors/map-error.ts';
import { auditFailure, createAuditTrail, rememberCaller } from './audit-trail.ts';
import { withTimeBudget } from './call-budget.ts';
import { buildContext } from './build-context.ts';
import type { CallContext } from './call-context.ts';
import { startFile, startEventStream, sendResponse } from './send-response.ts';
import type { ServerApp, ViewerOf, Viewers } from './server-app.ts';
import { endSlowBody } from './slow-body.ts';
import { CallTimings, timePart, withTimings } from '../metrics/call-timings.ts';
import type { Viewer } from './viewer.ts';
import { parseInput } from './validate.ts';

export type Handler<E extends Endpoint, V extends Viewers> = (
  input: HandlerInput<E>,
  ctx: CallContext<ViewerOf<V, E>>,
) => Promise<HandlerOutput<E>> | HandlerOutput<E>;

/** Access by a single-use ticket: the browser may open the address in a tab. */
const NAVIGABLE_ACCESS: readonly Endpoint['access']['who'][] = ['picture-ticket', 'export-ticket', 'export-cookie'];

/**
 * Registers the route of an endpoint. Checks run in this order: origin, limits, authentication, rule, room on disk, rates, input;
 * then handler, audit and response schema. When the handler of an audited endpoint recorded nothing, the response is
 * `internal`.
 */
export function implement<V extends Viewers, E extends Endpoint>(
  app: ServerApp<V>,
  endpoint: E,
  handler: Handler<E, V>,
): void {
  const limits = LIMITS[endpoint.limit];
  const timeMs = Math.min(limits.timeMs, app.varco.maxTimeMs ?? limits.timeMs);
  const isSigned = endpoint.access.who === 'plant-signature';
  app.varco.implemented.push(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: limits.bodyKiB * 1024,
    config: {
      endpoint,
      allowsNavigation: endpoint.isNavigable === true || NAVIGABLE_ACCESS.includes(endpoint.access.who),
    },
    // Before the body is read, so that unauthenticated callers cannot upload anything.
    onRequest: async (request, reply) => {
      rememberCaller(request);
      endSlowBody(request, reply, timeMs);
      if (!isSigned) await openCall(app, endpoint, request);
    },
    // A plant's signature covers the body, so it can only be checked after reading it.
    preHandler: async (request) => {
      if (isSigned) await openCall(app, endpoint, request);
    },
    handler: async (request, reply) => {
      const begun = await app.varco.searches.run(endpoint, request.varcoViewer, () =>
        withTimeBudget(request, { timeMs, disk: app.varco.disk }, (signal) =>
          withTimings(request.varcoTimings ?? new CallTimings(), () =>
            handleCall(app, endpoint, handler, request, reply, signal),
          ),
        ),
      );
      // A stream continues beyond the time budget of its start.
      return begun.reply;
    },
  });
}

/** First step of a call: who calls, whether they may, and from when its time is counted. */
async function openCall<V extends Viewers>(app: ServerApp<V>, endpoint: Endpoint, request: FastifyRequest) {
  const timings = new CallTimings();
  request.varcoTimings = timings;
  request.varcoViewer = await withTimings(timings, () =>
    timePart('rights', () => authenticateAndAuthorize(app, endpoint, request)),
  );
}

/**
 * Authenticates and applies the endpoint's rule; the refusal of an authenticated caller is recorded when the endpoint
 * is audited.
 */
async function authenticateAndAuthorize<V extends Viewers>(
  app: ServerApp<V>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Viewer | null> {
  const { access } = endpoint;
  const viewer = access.who === 'anyone' ? null : await authenticate(app, endpoint, request);
  if (endpoint.grows !== undefined) app.varco.disk?.refuseGrowth(endpoint.grows);
  await app.varco.beforeHandler?.({ endpoint, viewer, ip: request.ip });
  return viewer;
}

async function authenticate<V extends Viewers>(
  app: ServerApp<V>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Viewer> {
  const authenticator = getAuthenticator(app, endpoint);
  const viewer = await authenticator.authenticate(request, endpoint);
  request.varcoActor = viewer.actor;
  const refusal = authenticator.authorize(viewer, endpoint.access);
  if (refusal === null) return viewer;
  await auditFailure(app, endpoint, request, viewer.actor, refusal);
  throw refusal;
}

interface AnyAuthenticator {
  authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<Viewer>;
  authorize(viewer: Viewer, access: Endpoint['access']): AppError | null;
}

/** The map is typed per kind; here the kind is only known at run time. */
function getAuthenticator<V extends Viewers>(app: ServerApp<V>, endpoint: Endpoint): AnyAuthenticator {
  const all: Readonly<Record<string, AnyAuthenticator | undefined>> = app.varco.authenticators;
  const found = all[endpoint.access.who];
  if (found === undefined) throw new Error(`no authenticator for ${endpoint.access.who}`);
  return found;
}

async function handleCall<V extends Viewers, E extends Endpoint>(
  app: ServerApp<V>,
  endpoint: E,
  handler: Handler<E, V>,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<{ readonly reply: FastifyReply }> {
  const trail = createAuditTrail(app, endpoint, request);
  try {
    const input = parseCallInput(endpoint, request);
    const ctx = buildContext<ViewerOf<V, E>>({ app, request, reply, signal, trail });
    const output = await handler(input, ctx);
    signal.throwIfAborted();
    if (endpoint.audit !== null && !trail.hasRecorded())
      throw new Error(`${endpoint.id} answered without an audit entry`);
    if (endpoint.response !== null && 'events' in endpoint.response) return startEventStream(endpoint, output, reply);
    const begun = startFile(endpoint, output, reply);
    if (begun !== null) return begun;
    await sendResponse(endpoint, output, reply);
    return { reply };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (!trail.hasRecorded()) await auditFailure(app, endpoint, request, request.varcoActor, error, signal);
    throw error;
  }
}

const TOKEN_NAMES = ['jwt', 'token', 'access_token', 'bearer'];

function parseCallInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): HandlerInput<E> {
  const part = (name: 'params' | 'query' | 'body'): unknown => {
    const schema = endpoint[name];
    if (name === 'query') refuseTokens(request, schema === undefined);
    if (schema === undefined || (name === 'body' && endpoint.bodyType === 'multipart')) return undefined;
    return parseInput(schema, request[name], name);
  };
  // Each part was parsed by the schema its type is derived from; the compiler cannot follow the lookup by name.
  return { params: part('params'), query: part('query'), body: part('body') } as HandlerInput<E>;
}

/**
 * A token in an address ends up in histories and proxy logs: such calls are refused, even where the token would be
 * ignored.
 */
function refuseTokens(request: FastifyRequest, hasNoSchema: boolean): void {
  const keys = Object.keys(Object(request.query));
  if (hasNoSchema && keys.some((key) => TOKEN_NAMES.includes(key)))
    throw new AppError('invalid_token', { sub: 'token_in_query' });
  if (hasNoSchema && keys.length > 0) throw new AppError('bad_request', { sub: 'unknown_field', field: 'query' });
}
