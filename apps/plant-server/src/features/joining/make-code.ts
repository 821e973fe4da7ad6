import { randomBytes } from 'node:crypto';
import { MAX_OPEN_CODES } from '@varco/contract/plant/joining.ts';
import { formatJoiningCode, JOINING_SECRET_BYTES } from '@varco/domain/joining/joining-code.ts';
import { parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { computeFingerprint, deriveJoiningKey } from '@varco/server-kit/auth/joining-key.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import * as codes from './joining-codes.repository.ts';

const HOUR_MS = 3_600_000;

export interface CodeRequest {
  /** Raw public key of the plant. */
  readonly plantKey: Uint8Array;
  readonly hours: number;
  /** Address of the only portal that may use the code; null: any. */
  readonly portal: string | null;
  /** ISO instant. */
  readonly at: string;
  readonly by: string;
}

/**
 * Makes a joining code in the transaction of `runner`. The text is returned once; what is stored cannot use it. Throws
 * `bad_request` for an address that is none, `conflict` when there are too many open codes.
 */
export async function makeJoiningCode(
  runner: Runner,
  request: CodeRequest,
): Promise<{ readonly text: string; readonly row: codes.JoiningCodeRow }> {
  const portalOrigin = request.portal === null ? null : requireOrigin(request.portal, 'body/portal');
  const settings = await readPlantSettings(runner);
  await codes.lockJoiningCodes(runner);
  if ((await codes.countOpenCodes(runner, request.at)) >= MAX_OPEN_CODES) throw new AppError('conflict');
  const secret = randomBytes(JOINING_SECRET_BYTES);
  const text = formatJoiningCode({
    plantUuid: settings.uuid,
    address: requireOrigin(settings.public_url, 'public_url'),
    name: settings.label,
    fingerprint: computeFingerprint(request.plantKey),
    secret,
  });
  const row = await codes.insertJoiningCode(runner, {
    proof: Buffer.from(toPublicJwk(deriveJoiningKey(secret).publicKey).x, 'base64url'),
    portalOrigin,
    at: request.at,
    by: request.by,
    expiresAt: toIsoInstant(parseInstantMs(request.at) + request.hours * HOUR_MS),
  });
  return { text, row };
}

/** Throws `bad_request` / `invalid_field` for anything but `https://host[:port]`. */
function requireOrigin(address: string, field: string): string {
  const parsed = parsePlantAddress(address.trim());
  if (!parsed.ok) throw new AppError('bad_request', { sub: 'invalid_field', field });
  return parsed.origin;
}
