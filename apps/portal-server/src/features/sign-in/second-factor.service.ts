import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { ProofHasher } from '../../auth/proof-hasher.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { Db } from '../../db.ts';
import { type Account, findRecoveryCode, consumeRecoveryCode, consumeTotpStep } from './sign-in.repository.ts';

const PERIOD_S = 30;
const PASSCODE = /^\d{6}$/;
/** `NN-XXXX-XXXX-XXXX`: number of the code, then 60 bits in Crockford's alphabet. */
const RECOVERY_CODE = /^(0[1-9]|10)(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

export interface SecondFactorDeps {
  readonly db: Db;
  readonly key: ServerKey;
  readonly hasher: ProofHasher;
}

/** Seal context of a user's secret: a secret moved to another row cannot be opened. */
export const buildTotpContext = (userUuid: string): string => `totp/${userUuid}`;

/** What the sign-in still requires: null when one factor is enough. */
export const getMissingFactor = (account: Account): 'passcode_required' | 'recovery_code_required' | null => {
  if (!account.enable_2fa) return null;
  return account.totp_sealed === null ? 'recovery_code_required' : 'passcode_required';
};

/**
 * The method of the second factor that `code` satisfies, or null. Each time step and each recovery code is accepted
 * once.
 */
export async function verifySecondFactor(
  deps: SecondFactorDeps,
  account: Account,
  code: string,
  now: string,
): Promise<'otp' | 'rcv' | null> {
  const text = code.trim().toUpperCase();
  if (PASSCODE.test(text)) return (await verifyPasscode(deps, account, text, now)) ? 'otp' : null;
  const slot = RECOVERY_CODE.exec(text)?.[1];
  return slot !== undefined && (await verifyRecoveryCode(deps, account, text, Number(slot), now)) ? 'rcv' : null;
}

async function verifyPasscode(
  { db, key }: SecondFactorDeps,
  account: Account,
  code: string,
  now: string,
): Promise<boolean> {
  if (account.totp_sealed === null) return false;
  const step = findTotpStep(key.open(buildTotpContext(account.uuid), account.totp_sealed), code, now);
  return step !== null && consumeTotpStep(db, account.id, step);
}

/**
 * The 30-second step for which the six digits of `code` are valid: the present one, or the previous one for people
 * who type slowly.
 */
export function findTotpStep(secretBytes: Uint8Array, code: string, now: string): number | null {
  if (!PASSCODE.test(code)) return null;
  const totp = createTotp(secretBytes);
  const current = Math.floor(Date.parse(now) / 1000 / PERIOD_S);
  for (const step of [current, current - 1]) {
    const expected = totp.generate({ timestamp: step * PERIOD_S * 1000 });
    if (timingSafeEqual(Buffer.from(expected), Buffer.from(code))) return step;
  }
  return null;
}

/** The TOTP parameters of this portal; `name` is shown by the app. */
export const createTotp = (secretBytes: Uint8Array, name = ''): TOTP =>
  new TOTP({
    secret: new Secret({ buffer: Uint8Array.from(secretBytes).buffer }),
    issuer: 'Varco',
    label: name,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });

async function verifyRecoveryCode(
  deps: SecondFactorDeps,
  account: Account,
  code: string,
  slot: number,
  now: string,
): Promise<boolean> {
  const stored = await findRecoveryCode(deps.db, account.id, slot);
  const isRight = await deps.hasher.verify(stored?.code_hash ?? null, code);
  return isRight && consumeRecoveryCode(deps.db, account.id, slot, now);
}
