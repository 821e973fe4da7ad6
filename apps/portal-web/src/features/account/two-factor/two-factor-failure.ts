import type { MessageKey } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Steps of the two-factor section; each has its own error text (P 8). */
export type TwoFactorStep = 'start' | 'verify' | 'enable' | 'disable' | 'renew';

const STEP_ERRORS: Readonly<Record<TwoFactorStep, MessageKey>> = {
  start: 'settings:twoFactor.error.not_started',
  verify: 'settings:twoFactor.error.not_verified',
  enable: 'settings:twoFactor.error.not_enabled',
  disable: 'settings:twoFactor.error.not_disabled',
  renew: 'settings:twoFactor.error.not_renewed',
};

/** Sub-codes of the server that explain a failure. */
const CAUSE_TEXTS = {
  bad_otp: 'errors:sub.bad_otp',
  tfa_required: 'errors:sub.tfa_required',
  tfa_not_disabled: 'errors:sub.tfa_not_disabled',
  tfa_not_started: 'errors:sub.tfa_not_started',
  tfa_not_verified: 'errors:sub.tfa_not_verified',
  tfa_not_enabled: 'errors:sub.tfa_not_enabled',
} as const satisfies Readonly<Record<string, MessageKey>>;

const isKnownCause = (subCode: string): subCode is keyof typeof CAUSE_TEXTS => Object.hasOwn(CAUSE_TEXTS, subCode);

/** What failed, and why as far as known. */
export interface TwoFactorFailure {
  readonly what: MessageKey;
  readonly why: MessageKey;
}

/** Text of a failed step (P 8) and of its cause. */
export const describeTwoFactorFailure = (step: TwoFactorStep, error: unknown): TwoFactorFailure => ({
  what: STEP_ERRORS[step],
  why: findCauseText(error),
});

function findCauseText(error: unknown): MessageKey {
  if (!(error instanceof ApiError)) return 'errors:code.internal';
  const { code, subCode } = error;
  if (subCode !== undefined && isKnownCause(subCode)) return CAUSE_TEXTS[subCode];
  return code === 'bad_credentials' ? 'account:mustChange.wrongCurrent' : `errors:code.${code}`;
}
