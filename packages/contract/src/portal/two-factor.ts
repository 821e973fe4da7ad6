import { z } from 'zod';
import { IdParams } from '../wire.ts';
import { endpoint } from '../endpoint.ts';
import { Proof } from '../vault.ts';

/** Six digits of the app, or a recovery code `NN-XXXX-XXXX-XXXX` where one is accepted. */
const passcode = z.string().min(1).max(32);

const ERRORS = [
  'bad_request',
  'invalid_token',
  'bad_credentials',
  'pass_change_required',
  'conflict',
  'no_perms',
  'unavailable',
  'rate_limit_exceeded',
] as const;

/** Ten codes, `NN-XXXX-XXXX-XXXX`; returned in this response only, stored as slow hashes. */
export const RecoveryCodes = z
  .object({ recovery_codes: z.array(z.string().max(20)).length(10) })
  .meta({ id: 'RecoveryCodes' });

export const twoFactorState = endpoint({
  id: 'twoFactorState',
  method: 'GET',
  path: '/api/v1/user/:id/2fa',
  summary: 'Whether two-factor is on and compulsory, and the number of unused recovery codes',
  params: IdParams,
  response: z.object({
    enabled: z.boolean(),
    /** Compulsory on this portal: it cannot be switched off. */
    required: z.boolean(),
    recovery_codes_left: z.int().min(0).max(10),
  }),
  errors: ['bad_request', 'invalid_token', 'pass_change_required', 'no_perms', 'unavailable'],
  access: { who: 'portal-user', rule: 'enrol' },
  audit: null,
  limit: 'read',
});

const change = { errors: ERRORS, access: { who: 'portal-user', rule: 'enrol' }, limit: 'sign-in' } as const;

/**
 * Only while two-factor is off (`conflict`/`tfa_not_disabled`). The secret is returned in this response only and is
 * valid for 15 minutes.
 */
export const startTwoFactor = endpoint({
  ...change,
  id: 'startTwoFactor',
  method: 'POST',
  path: '/api/v1/user/:id/2fa/start',
  summary: 'Create a secret for the app; requires the password',
  params: IdParams,
  body: z.object({ password: Proof }),
  response: z.object({
    /** Base32, for typing. */
    secret: z.string().max(64),
    /** `otpauth://totp/...`, for the QR code. */
    uri: z.string().max(1000),
  }),
  audit: 'user.2fa-start',
});

/** Proves that the app has the secret. Errors: `conflict`/`tfa_not_started`, `bad_credentials`/`bad_otp`. */
export const verifyTwoFactor = endpoint({
  ...change,
  id: 'verifyTwoFactor',
  method: 'POST',
  path: '/api/v1/user/:id/2fa/verify',
  summary: 'Prove the new secret with a code of the app',
  params: IdParams,
  body: z.object({ passcode }),
  response: null,
  audit: 'user.2fa-verify',
});

/** From now on every sign-in requires a code; all other sessions end. Error: `conflict`/`tfa_not_verified`. */
export const enableTwoFactor = endpoint({
  ...change,
  id: 'enableTwoFactor',
  method: 'POST',
  path: '/api/v1/user/:id/2fa/enable',
  summary: 'Switch two-factor on with the proven secret; returns the recovery codes, once',
  params: IdParams,
  response: RecoveryCodes,
  audit: 'user.2fa-enable',
});

/** Errors: `conflict`/`tfa_not_enabled`; `no_perms`/`tfa_required` where two-factor is compulsory. */
export const disableTwoFactor = endpoint({
  ...change,
  id: 'disableTwoFactor',
  method: 'POST',
  path: '/api/v1/user/:id/2fa/disable',
  summary: 'Switch two-factor off, with the password and a code',
  params: IdParams,
  body: z.object({ password: Proof, passcode }),
  response: null,
  audit: 'user.2fa-disable',
});

/** Invalidates all earlier codes. Error: `conflict`/`tfa_not_enabled`. */
export const renewRecoveryCodes = endpoint({
  ...change,
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/v1/user/:id/2fa/recovery-codes',
  summary: 'Ten new recovery codes, with the password and a code',
  params: IdParams,
  body: z.object({ password: Proof, passcode }),
  response: RecoveryCodes,
  audit: 'user.2fa-codes',
});
