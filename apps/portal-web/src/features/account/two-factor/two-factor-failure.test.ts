import { expect, it } from 'vitest';
import { ApiError, type ApiErrorFacts } from '../../../lib/api/api-error.ts';
import { describeTwoFactorFailure } from './two-factor-failure.ts';

const createError = (facts: Partial<ApiErrorFacts>): ApiError =>
  new ApiError({ code: 'internal', status: 500, host: 'portal', ...facts });

it.each([
  ['TFA-05 not disabled', 'disable', 'not_disabled'],
  ['TFA-06 not started', 'start', 'not_started'],
  ['TFA-07 not enabled', 'enable', 'not_enabled'],
  ['TFA-08 not verified', 'verify', 'not_verified'],
  ['codes not renewed', 'renew', 'not_renewed'],
] as const)('%s has a message of its own', (_name, step, text) => {
  expect(describeTwoFactorFailure(step, createError({}))).toEqual({
    what: `settings:twoFactor.error.${text}`,
    why: 'errors:code.internal',
  });
});

it.each([
  [{ code: 'bad_credentials' }, 'account:mustChange.wrongCurrent'],
  [{ code: 'bad_credentials', subCode: 'bad_otp' }, 'errors:sub.bad_otp'],
  [{ code: 'conflict', subCode: 'tfa_not_started' }, 'errors:sub.tfa_not_started'],
  [{ code: 'no_perms', subCode: 'tfa_required' }, 'errors:sub.tfa_required'],
  [{ code: 'rate_limit_exceeded' }, 'errors:code.rate_limit_exceeded'],
  [{ code: 'conflict', subCode: 'constructor' }, 'errors:code.conflict'],
] as const)('TFA-08 the cause of %j is told beside it', (facts, why) => {
  expect(describeTwoFactorFailure('verify', createError(facts)).why).toBe(why);
});
