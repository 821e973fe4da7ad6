/** The seven login messages (P 8, LOGIN-11). The language files use the same names. */
export const LOGIN_MESSAGES = [
  'user_not_verified',
  'login_failed',
  'unknown_error',
  'missing_ip_configuration',
  'wrong_otp',
  'user_expired',
  'password_expired',
] as const;
export type LoginMessage = (typeof LOGIN_MESSAGES)[number];

/** Outcome of a failed sign-in. */
export type LoginFailure =
  | { readonly kind: 'passcode_required' }
  | { readonly kind: 'recovery_code_required' }
  | { readonly kind: 'message'; readonly message: LoginMessage }
  /** Too many attempts; the next is allowed after this many seconds. */
  | { readonly kind: 'slowed_down'; readonly retryAfterSeconds: number | null }
  /** No connection to the server: the unverified-connection dialog (readings B-18). */
  | { readonly kind: 'unreachable' };

export interface LoginRefusal {
  readonly status: number;
  readonly code: string;
  readonly subCode?: string | undefined;
  readonly detail?: string | null | undefined;
  readonly retryAfterSeconds?: number | null | undefined;
}

/** Maps portal and plant sign-in errors (P 8, readings B-18, B-19). */
export function toLoginFailure(refusal: LoginRefusal): LoginFailure {
  const { status, code, subCode } = refusal;
  const message = (name: LoginMessage): LoginFailure => ({ kind: 'message', message: name });
  if (code === 'unavailable' && (subCode === 'network' || subCode === 'timeout')) return { kind: 'unreachable' };
  if (status === 418) return message('missing_ip_configuration');
  if (code === 'rate_limit_exceeded') {
    return { kind: 'slowed_down', retryAfterSeconds: refusal.retryAfterSeconds ?? null };
  }
  if (subCode === 'passcode_required') return { kind: 'passcode_required' };
  if (subCode === 'recovery_code_required') return { kind: 'recovery_code_required' };
  if (subCode === 'bad_otp') return message('wrong_otp');
  if (code === 'user_expired') return message('user_expired');
  if (code === 'expired_password') return message('password_expired');
  const saysNotVerified = status === 403 && /email not verified/i.test(refusal.detail ?? '');
  if (code === 'email_not_verified' || saysNotVerified) return message('user_not_verified');
  if (status === 0 || status >= 500 || (code === 'unavailable' && subCode !== undefined))
    return message('unknown_error');
  return message('login_failed');
}
