import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { PLANT_HEADERS, PLANT_TIME_WINDOW_MS, buildPlantSignatureText } from '@varco/domain/portal/plant-signature.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isTextSigned, type KeyRing, signText } from './signing-key.ts';

const EMPTY_BODY_HASH = createHash('sha256').digest('base64url');

export interface PlantCallToSign {
  readonly keys: KeyRing;
  readonly plantUuid: string;
  readonly method: string;
  readonly path: string;
  /** Body bytes exactly as sent. */
  readonly body: string | Uint8Array;
  readonly now: Date;
}

/** Headers of a call a plant makes to the portal (security rules, part 3), signed by every key of the plant in use. */
export function signPlantCall(call: PlantCallToSign): Record<string, string> {
  const { current, previous } = call.keys;
  const time = call.now.toISOString();
  const nonce = randomBytes(16).toString('base64url');
  const bodySha256 = createHash('sha256').update(call.body).digest('base64url');
  const text = buildPlantSignatureText({
    method: call.method,
    path: call.path,
    plantUuid: call.plantUuid,
    time,
    nonce,
    bodySha256,
  });
  return {
    [PLANT_HEADERS.plant]: call.plantUuid,
    [PLANT_HEADERS.time]: time,
    [PLANT_HEADERS.nonce]: nonce,
    [PLANT_HEADERS.signature]: signText(current, text),
    ...(previous === null ? {} : { [PLANT_HEADERS.formerSignature]: signText(previous, text) }),
  };
}

/** Remembers nonces for as long as their call would be accepted. */
export interface NonceStore {
  /** False when this plant used the nonce before. `expiresAt`: ISO instant after which it may be forgotten. */
  useOnce(plantUuid: string, nonce: string, expiresAt: string): Promise<boolean>;
}

export interface PlantCallRules {
  /** Enrolled keys of a plant; empty for an unknown or disabled one. */
  findKeys(plantUuid: string): Promise<readonly KeyObject[]>;
  readonly nonces: NonceStore;
  readonly now: Date;
}

/**
 * Uuid of the plant that signed this request. Throws `missing_api_key` without the headers, `invalid_api_key` for
 * every other fault: unknown plant, wrong time, wrong signature, reused nonce.
 */
export async function verifyPlantCall(request: FastifyRequest, rules: PlantCallRules): Promise<string> {
  const [plantUuid, time, nonce, signature] = [
    PLANT_HEADERS.plant,
    PLANT_HEADERS.time,
    PLANT_HEADERS.nonce,
    PLANT_HEADERS.signature,
  ].map((name) => request.headers[name]);
  if (
    typeof plantUuid !== 'string' ||
    typeof time !== 'string' ||
    typeof nonce !== 'string' ||
    typeof signature !== 'string'
  )
    throw new AppError('missing_api_key');
  const isShaped =
    /^[0-9a-f-]{36}$/.test(plantUuid) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) &&
    /^[A-Za-z0-9_-]{22}$/.test(nonce);
  const atMs = Date.parse(time);
  const isInTime = Math.abs(rules.now.getTime() - atMs) <= PLANT_TIME_WINDOW_MS;
  if (!isShaped || !isInTime) throw new AppError('invalid_api_key');
  const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
  const bodySha256 = request.varcoBodyHash ?? EMPTY_BODY_HASH;
  const text = buildPlantSignatureText({ method: request.method, path, plantUuid, time, nonce, bodySha256 });
  const keys = await rules.findKeys(plantUuid);
  const former = request.headers[PLANT_HEADERS.formerSignature];
  const signatures = typeof former === 'string' ? [signature, former] : [signature];
  if (!keys.some((key) => signatures.some((one) => isTextSigned(key, text, one))))
    throw new AppError('invalid_api_key');
  // Stored only after the signature was verified, so that forged calls cannot fill the store.
  const expiresAt = new Date(atMs + 2 * PLANT_TIME_WINDOW_MS).toISOString();
  if (!(await rules.nonces.useOnce(plantUuid, nonce, expiresAt))) throw new AppError('invalid_api_key');
  return plantUuid;
}
