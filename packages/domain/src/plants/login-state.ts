/**
 * Sign-in states of a plant (P 4). `new`: a password is stored but was never tried; `empty`: no password is stored;
 * `unknown`: signed out (readings B-13).
 */
export const PLANT_LOGIN_STATES = [
  'unknown',
  'new',
  'empty',
  'verifying',
  'ok',
  'bad',
  'expired',
  'userdisabled',
  'weakpwd',
] as const;
export type PlantLoginState = (typeof PLANT_LOGIN_STATES)[number];

/**
 * Why a sign-in failed, stored with the state so that the right message is shown (readings B-16, A-09): with `bad`
 * alone an unreachable plant would be reported as a wrong password.
 */
export type PlantLoginReason =
  | 'credentials'
  | 'password_expired'
  | 'user_expired'
  | 'weak_password'
  | 'user_disabled'
  | 'unreachable'
  | 'timeout'
  | 'server_error'
  | 'bad_answer'
  | 'other_plant'
  | 'rate_limited'
  | 'not_configured'
  | 'other';

export interface PlantLoginFailure {
  readonly state: Extract<PlantLoginState, 'bad' | 'expired' | 'userdisabled' | 'weakpwd'>;
  readonly reason: PlantLoginReason;
}

/** State before the first attempt: depends on whether a password is stored. */
export function getInitialLoginState(password: string): PlantLoginState {
  return password === '' ? 'empty' : 'new';
}

const FAILURE_BY_CODE: Readonly<Record<string, PlantLoginFailure>> = {
  user_expired: { state: 'expired', reason: 'user_expired' },
  weak_password: { state: 'weakpwd', reason: 'weak_password' },
  user_not_enabled: { state: 'userdisabled', reason: 'user_disabled' },
  expired_password: { state: 'bad', reason: 'password_expired' },
  bad_credentials: { state: 'bad', reason: 'credentials' },
  rate_limit_exceeded: { state: 'bad', reason: 'rate_limited' },
  not_configured: { state: 'bad', reason: 'not_configured' },
};

/** P 4: the state for a failure code; unknown codes are `bad`. */
export function toLoginFailure(code: string): PlantLoginFailure {
  const known = Object.hasOwn(FAILURE_BY_CODE, code) ? FAILURE_BY_CODE[code] : undefined;
  return known ?? { state: 'bad', reason: 'other' };
}

/** P 4: numeric codes of older plants (readings B-17): 100 userdisabled, 200 expired, 300 weakpwd, others bad. */
export function toLoginFailureFromNumber(code: number): PlantLoginFailure {
  if (code === 100) return toLoginFailure('user_not_enabled');
  if (code === 200) return toLoginFailure('user_expired');
  if (code === 300) return toLoginFailure('weak_password');
  return toLoginFailure('bad_credentials');
}

/** Notification number of a failed sign-in (P 8): 10004 with a password, 10020 without. */
export function getLoginNotification(
  state: PlantLoginFailure['state'],
  hasPassword: boolean,
): 10004 | 10015 | 10016 | 10017 | 10020 {
  if (state === 'userdisabled') return 10017;
  if (state === 'expired') return 10015;
  if (state === 'weakpwd') return 10016;
  return hasPassword ? 10004 : 10020;
}

/**
 * P 4: `enabled` is the person's switch, `active` the plant's state of the account (new credential: 1, readings
 * B-12).
 */
export function isPlantEnabled(enabled: boolean, active: number): boolean {
  return enabled && (active > 0 || active === -1);
}

/** P 4: not the negation of `isPlantEnabled`: `active` 0 means "not yet known" and is neither (readings B-12). */
export function isPlantDisabled(enabled: boolean, active: number): boolean {
  return !enabled || (active < 0 && active !== -1);
}

/** P 4: signed in, but the plant wants a new password first. */
export function needsPasswordChange(state: PlantLoginState, active: number): boolean {
  return state === 'ok' && active === -1;
}

/** Whether the state will not change by itself: `verifying`, `new` and `unknown` are not final (readings B-14). */
export function isFinalLoginState(state: PlantLoginState): boolean {
  return state !== 'verifying' && state !== 'new' && state !== 'unknown';
}
