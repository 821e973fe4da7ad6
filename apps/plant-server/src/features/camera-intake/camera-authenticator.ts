import { CAMERA_PATH } from '@varco/contract/plant/camera-intake.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { batchCalls } from '@varco/server-kit/process/batch-calls.ts';
import type { FastifyRequest } from 'fastify';
import { normaliseAddress } from '../../auth/ingest-authenticator.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import {
  findCamerasByKey,
  findCamerasByUser,
  type IntakeCamera,
  type PresentedCameraKey,
} from './cameras.repository.ts';
import { toCameraUserPart } from './camera-user.ts';
import {
  buildDigestKeys,
  coversBody,
  createDigestCheck,
  type DigestAnswer,
  openDigestKeys,
  parseDigest,
} from './digest.ts';

const BATCH_OPTIONS = { maxConcurrent: 2, maxBatchSize: 100 };
/** Form of a key, base64url: 192 bits, or 256 of those made at first. */
const KEY = /^(?:[A-Za-z0-9_-]{32}|[A-Za-z0-9_-]{43})$/;
const BASIC_CHALLENGE = 'Basic realm="Varco", charset="UTF-8"';

/** Who sends a message. */
export interface SignedCamera {
  readonly camera: IntakeCamera;
  /**
   * Checks the body that the digest covers, as sent; until then it is only claimed who sends. Throws `invalid_api_key`. Null:
   * the sender is known.
   */
  readonly proveBody: ((body: Uint8Array) => void) | null;
}

export interface CameraAuthenticator {
  /**
   * Finds the camera of a message by the key in its path, else by the one in `Authorization`: as bearer, as the password of
   * any user, or as the digest of its own user. Throws `not_found` for a path, `invalid_api_key` for a header whose key is
   * unknown, revoked or used from another network, which costs the same query each; `missing_api_key` without any.
   */
  authenticate(request: FastifyRequest): Promise<SignedCamera>;
  /** Headers that ask for the password of a message that was refused. */
  challenge(request: FastifyRequest): readonly string[];
}

export function createCameraAuthenticator({
  store: { runner },
  key: server,
  now,
}: Pick<CameraIntakeDeps, 'store' | 'key' | 'now'>): CameraAuthenticator {
  const find = batchCalls(BATCH_OPTIONS, (input: readonly PresentedCameraKey[]) => findCamerasByKey(runner, input));
  const digest = createDigestCheck(server, now);
  const stale = new WeakSet<FastifyRequest>();
  // What an unknown user is compared with, so that it costs what a known one does.
  const nobody = buildDigestKeys('', server.mac('camera-digest', 'nobody'));

  async function findByDigest(request: FastifyRequest, answer: DigestAnswer): Promise<SignedCamera | undefined> {
    const ip = normaliseAddress(request.ip);
    const rows = await findCamerasByUser(runner, toCameraUserPart(answer.user), ip);
    const sent = { method: request.method, target: request.raw.url ?? '', body: null };
    if (coversBody(answer)) return claimByDigest(request, answer, rows[0]);
    if (rows.length === 0) digest.verify(answer, nobody, sent);
    for (const { digest_keys: sealed, ...camera } of rows) {
      const outcome = digest.verify(answer, openDigestKeys(server, camera.uuid, sealed), sent);
      if (outcome === 'right') return { camera, proveBody: null };
      if (outcome === 'stale') stale.add(request);
    }
    return undefined;
  }

  /** A digest that covers the body cannot be checked before it: only its nonce and its user are known then. */
  function claimByDigest(
    request: FastifyRequest,
    answer: DigestAnswer,
    row: Awaited<ReturnType<typeof findCamerasByUser>>[number] | undefined,
  ): SignedCamera | undefined {
    const sent = { method: request.method, target: request.raw.url ?? '' };
    const head = digest.verifyHead(answer, sent);
    if (head === 'stale') stale.add(request);
    if (head !== 'right' || row === undefined) return undefined;
    const { digest_keys: sealed, ...camera } = row;
    const proveBody = (body: Uint8Array): void => {
      const outcome = digest.verify(answer, openDigestKeys(server, camera.uuid, sealed), { ...sent, body });
      if (outcome === 'stale') stale.add(request);
      if (outcome !== 'right') throw new AppError('invalid_api_key');
    };
    return { camera, proveBody };
  }

  return {
    async authenticate(request) {
      const inPath = readPathKey(request);
      const { authorization } = request.headers;
      const answer = parseDigest(authorization);
      const inHeader = readHeaderKey(authorization);
      const hasPathKey = inPath !== null && (KEY.test(inPath) || (inHeader === null && answer === null));
      if (!hasPathKey && answer !== null) {
        const signed = await findByDigest(request, answer);
        if (signed === undefined) throw new AppError('invalid_api_key');
        return signed;
      }
      const key = hasPathKey ? inPath : inHeader;
      if (key === null) throw new AppError('missing_api_key');
      const camera = await find({ hash: hashSecretText(key).toString('hex'), ip: normaliseAddress(request.ip) });
      if (camera === undefined) throw new AppError(hasPathKey ? 'not_found' : 'invalid_api_key');
      return { camera, proveBody: null };
    },
    challenge: (request) => [...digest.challenge(stale.has(request)), BASIC_CHALLENGE],
  };
}

/** The step after the base path; null: there is none. */
function readPathKey(request: FastifyRequest): string | null {
  const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
  if (!path.startsWith(`${CAMERA_PATH}/`)) return null;
  const step = path.slice(CAMERA_PATH.length + 1).split('/', 1)[0] ?? '';
  return step === '' ? null : step;
}

function readHeaderKey(header: string | undefined): string | null {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(header ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return null;
  const text = Buffer.from(value, 'base64').toString('utf8');
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : null;
}
