import { CAMERA_PATH } from '@varco/contract/plant/camera-intake.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { batchCalls } from '@varco/server-kit/process/batch-calls.ts';
import type { FastifyRequest } from 'fastify';
import { normaliseAddress } from '../../auth/ingest-authenticator.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { findCamerasByKey, type IntakeCamera, type PresentedCameraKey } from './cameras.repository.ts';

const BATCH_OPTIONS = { maxConcurrent: 2, maxBatchSize: 100 };
/** Form of a key: 256 bits, base64url. */
const KEY = /^[A-Za-z0-9_-]{43}$/;

export type CameraAuthenticator = (request: FastifyRequest) => Promise<IntakeCamera>;

/**
 * Finds the camera of a message by the key in its path, else by the one in `Authorization`: as bearer, or as the password of
 * any user. Throws `not_found` for a path, `invalid_api_key` for a header whose key is unknown, revoked or used from another
 * network, which costs the same query each; `missing_api_key` without any.
 */
export function createCameraAuthenticator(runner: Runner): CameraAuthenticator {
  const find = batchCalls(BATCH_OPTIONS, (input: readonly PresentedCameraKey[]) => findCamerasByKey(runner, input));
  return async (request) => {
    const inPath = readPathKey(request);
    const inHeader = readHeaderKey(request.headers.authorization);
    const key = inPath !== null && (KEY.test(inPath) || inHeader === null) ? inPath : inHeader;
    if (key === null) throw new AppError('missing_api_key');
    const camera = await find({ hash: hashSecretText(key).toString('hex'), ip: normaliseAddress(request.ip) });
    if (camera === undefined) throw new AppError(key === inPath ? 'not_found' : 'invalid_api_key');
    return camera;
  };
}

/** The step after the base path; null: there is none. */
function readPathKey(request: FastifyRequest): string | null {
  const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
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
