import { toInstantMs } from '../time-instant.ts';

/** State of the system status reported by a plant (P 4). */
export type SystemStatusState = 'verifying' | 'invalid' | 'ok';

const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

/**
 * P 4: ok only when the plant's clock is within 5 minutes of now, either way (readings B-38). @param answer
 * undefined: request pending; null: no usable response
 */
export function getSystemStatusState(
  answer: { readonly ts_time: string } | null | undefined,
  now: string,
): SystemStatusState {
  if (answer === undefined) return 'verifying';
  const drift = answer === null ? Number.NaN : Math.abs(toInstantMs(now) - toInstantMs(answer.ts_time));
  return drift <= MAX_CLOCK_DIFFERENCE_MS ? 'ok' : 'invalid';
}

const CONNECTION_BY_CODE = {
  '-99': 'none',
  '-4': 'vpnCredentialsMissing',
  '-3': 'credentialError',
  '-2': 'noConnection',
  '-1': 'connecting',
  '0': 'disconnected',
  '1': 'connected',
} as const;
export type ConnectionState = (typeof CONNECTION_BY_CODE)[keyof typeof CONNECTION_BY_CODE] | 'unknown';

const MINISTRY_BY_CODE = {
  '-99': 'none',
  '-4': 'internalError',
  '-3': 'vpnCredentialsMissing',
  '-2': 'ministryCredentialsMissing',
  '-1': 'connecting',
  '0': 'authenticationProblem',
  '1': 'connected',
} as const;
export type MinistryState = (typeof MINISTRY_BY_CODE)[keyof typeof MINISTRY_BY_CODE] | 'unknown';

const isKeyOf = <T extends object>(table: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key);

/** P 4: state of the plant's connection, from the VPN status code (readings B-42). */
export function toConnectionState(code: number): ConnectionState {
  const key = String(code);
  return isKeyOf(CONNECTION_BY_CODE, key) ? CONNECTION_BY_CODE[key] : 'unknown';
}

/** P 4: state of the ministry's service, from its code; -99 means none (readings B-42). */
export function toMinistryState(code: number): MinistryState {
  const key = String(code);
  return isKeyOf(MINISTRY_BY_CODE, key) ? MINISTRY_BY_CODE[key] : 'unknown';
}

/** P 8: the ministry or the VPN rejects the plant's credentials, so look-ups are suspended. */
export const hasServiceCredentialError = (services: {
  readonly ministry: { readonly status: number };
  readonly vpn: { readonly status: number };
}): boolean =>
  services.vpn.status === -3 || services.vpn.status === -4 || [-3, -2, 0].includes(services.ministry.status);

/** P 9: disk sizes are sent in MB of 1000 kB; returns bytes. */
export const megabytesToBytes = (mb: number): number => mb * 1_000_000;
