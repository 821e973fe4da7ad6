import { lostPassword, resetPassword, verifyEmail } from '@varco/contract/portal/account.ts';
import { wipe } from '@varco/vault/bytes.ts';
import { createKdf } from '@varco/vault/kdf.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { deriveKeys } from './derive-keys.ts';
import { clearLinkToken } from './link-token.ts';
import { PORTAL_ORIGIN, portalHost } from './refresh-session.ts';

const buildLinkTarget = (token: string | null) => ({ origin: PORTAL_ORIGIN, host: portalHost(), token: () => token });

/** Requests a reset link. The response never reveals whether the address is known (readings B-06). @throws ApiError */
export function requestReset(email: string): Promise<void> {
  return call(buildLinkTarget(null), lostPassword, { body: { email: email.trim() } });
}

export type LinkOutcome = 'done' | 'email_not_valid' | 'link_invalid' | 'too_many' | 'failed';

/** Sets a new password with a mailed link (ACCT-22). The vault stays sealed with its old keys until it is unlocked. */
export async function chooseNewPassword(token: string, email: string, password: string): Promise<LinkOutcome> {
  const kdf = createKdf();
  const derived = await deriveKeys({ password, kdf });
  if (!derived.ok) return 'failed';
  wipe(derived.value.master);
  const body = { email: email.trim(), password: derived.value.proof, kdf };
  return toLinkOutcome(() => call(buildLinkTarget(token), resetPassword, { body }));
}

/** Confirms the e-mail address with a mailed link (ACCT-16). */
export function proveEmail(token: string): Promise<LinkOutcome> {
  return toLinkOutcome(() => call(buildLinkTarget(null), verifyEmail, { body: { token } }));
}

async function toLinkOutcome(send: () => Promise<void>): Promise<LinkOutcome> {
  try {
    await send();
    clearLinkToken();
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.subCode === 'email_not_valid') return 'email_not_valid';
    if (error.code === 'invalid_token') return 'link_invalid';
    return error.code === 'rate_limit_exceeded' ? 'too_many' : 'failed';
  }
}
