import { CAMERA_FIXED_PATHS, CAMERA_PATH, MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { withTimeBudget } from '@varco/server-kit/http/call-budget.ts';
import { endSlowBody } from '@varco/server-kit/http/slow-body.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlantApp } from '../../context/plant-app.ts';
import { createCameraAdmission } from './camera-admission.ts';
import { type CameraAuthenticator, createCameraAuthenticator, type SignedCamera } from './camera-authenticator.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import { type BodyEncoding, inflateBody, parseBodyEncoding } from './inflate-body.ts';
import { findReply, keepRefused, type MessagePath, receiveMessage, spendBody, spendReads } from './receive-message.ts';
import { createStoreVehicles } from './store-vehicles.ts';

/** Time for body and handler (security rules, part 9). */
const MAX_TIME_MS = 15_000;

/** What is known of a message before its body. */
interface Arrival extends SignedCamera {
  /** The header as sent. */
  readonly contentType: string | null;
  /** Null: the body is not compressed. */
  readonly encoding: BodyEncoding | null;
}

/**
 * Receives what cameras send in formats of their own (ADR 0030). No endpoint of the contract: method, path, type and body
 * are those of the camera. The order of checks is that of endpoints: key, network and rate before the body is read.
 */
export function receiveRoutes(app: PlantApp, deps: CameraIntakeDeps): void {
  void app.register(async (scope) => registerReceiver(scope, app, deps));
}

function registerReceiver(scope: FastifyInstance, app: PlantApp, deps: CameraIntakeDeps): void {
  const authenticator = createCameraAuthenticator(deps);
  const admission = createCameraAdmission();
  const storeVehicles = createStoreVehicles(deps);
  const arrivals = new WeakMap<FastifyRequest, Arrival>();
  const timeMs = Math.min(MAX_TIME_MS, app.varco.maxTimeMs ?? MAX_TIME_MS);

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    endSlowBody(request, reply, timeMs);
    const { camera, proveBody } = await orChallenge(request, reply, authenticator, () =>
      authenticator.authenticate(request),
    );
    // A message may hold pictures; cameras send it again after the refusal (ADR 0002).
    app.varco.disk?.refuseGrowth(['database', 'pictures']);
    // What its body weighs is counted when it is known, and all of it when only the body proves who sends.
    if (proveBody === null) spendReads(deps, camera, 0);
    const encoding = parseBodyEncoding(request.headers['content-encoding']);
    const announced = Number(request.headers['content-length'] ?? Number.NaN);
    const sent = Number.isFinite(announced) ? announced : MAX_CAMERA_BODY_BYTES;
    // What a compressed body becomes is not announced.
    // Who only claims to be a camera does not take its room.
    const room = proveBody === null ? camera.id : -camera.id;
    const leave = admission.enter(room, sent + (encoding === null ? 0 : MAX_CAMERA_BODY_BYTES));
    reply.raw.once('close', leave);
    arrivals.set(request, { camera, proveBody, contentType: request.headers['content-type'] ?? null, encoding });
    // Types of cameras may be malformed; the framework would refuse them.
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/octet-stream';
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const arrival = arrivals.get(request);
    if (arrival === undefined) throw new Error('a message without a camera');
    const { camera, proveBody, contentType, encoding } = arrival;
    const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (proveBody !== null) {
      await orChallenge(request, reply, authenticator, () => proveBody(sent));
      spendReads(deps, camera, 0);
    }
    const url = request.raw.url ?? '';
    const answer = await withTimeBudget(request, { timeMs, disk: app.varco.disk }, async () => {
      const { bytes: body, fault } =
        encoding === null ? { bytes: sent, fault: null } : await inflateBody(sent, encoding, MAX_CAMERA_BODY_BYTES);
      spendBody(deps, camera, body.length);
      const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
      const message = { contentType, body, fileName: null, query };
      const path = readPath(url);
      if (fault === null) return receiveMessage(deps, storeVehicles, camera, message, path);
      // Like any body that is not understood: repeating it for ever would help no one (ADR 0030).
      await keepRefused(deps, camera, message, fault);
      return findReply(path.family ?? camera.family);
    });
    return reply.code(answer.status).type(answer.type).send(answer.body);
  }

  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  for (const url of [CAMERA_PATH, `${CAMERA_PATH}/:key`, `${CAMERA_PATH}/:key/*`, ...CAMERA_FIXED_PATHS])
    scope.route({
      method: ['GET', 'POST', 'PUT'],
      url,
      bodyLimit: MAX_CAMERA_BODY_BYTES,
      config: { inflatesBody: true },
      onRequest: admit,
      handler: handle,
    });
}

/** Runs a check of who sends; what it refuses is answered with what the password is asked by: some cameras send it only then. */
async function orChallenge<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  authenticator: Pick<CameraAuthenticator, 'challenge'>,
  check: () => T,
): Promise<Awaited<T>> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError && error.status === 401)
      void reply.header('www-authenticate', [...authenticator.challenge(request)]);
    throw error;
  }
}

/** What the path of a message says about it, besides the key. */
function readPath(url: string): MessagePath {
  const path = url.split('?', 1)[0] ?? '';
  return {
    isContact: /\/NotificationInfo\/(?:KeepAlive|DeviceInfo)$/i.test(path),
    family: path.includes('/NotificationInfo/') ? 'dahua' : path.endsWith('/api/lpr/licenseplate') ? '2n' : null,
  };
}
