import { timingSafeEqual } from 'node:crypto';
import type { ServerKey } from '../../auth/server-key.ts';

/** Names with `__Host-`: the browser rejects such cookies without Secure, with a Domain or with another Path. */
export const REFRESH_COOKIE = '__Host-varco_rt';
export const DEVICE_COOKIE = '__Host-varco_dev';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
export const DEVICE_LIFE_S = 180 * 24 * 3600;

/** Value of one cookie of the request; null when it is absent or, ambiguously, sent twice. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[A-Za-z0-9._-]{1,256}$/.test(value) ? value : null;
}

/** `Set-Cookie` of a refresh token. `maxAgeS` null: a session cookie of the browser. */
export const buildRefreshCookie = (token: string, maxAgeS: number | null): string =>
  `${REFRESH_COOKIE}=${token}; ${ATTRIBUTES}${maxAgeS === null ? '' : `; Max-Age=${maxAgeS}`}`;

export const buildExpiredRefreshCookie = (): string => `${REFRESH_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/** Device id with its signature; the id says nothing about the person. */
export const buildDeviceCookie = (key: ServerKey, deviceId: string): string =>
  `${DEVICE_COOKIE}=v1.${deviceId}.${signDeviceId(key, deviceId)}; ${ATTRIBUTES}; Max-Age=${DEVICE_LIFE_S}`;

/** The device id of the request; null when it is absent or its signature is invalid. */
export function readDeviceCookie(key: ServerKey, cookieHeader: string | undefined): string | null {
  const value = readCookie(cookieHeader, DEVICE_COOKIE);
  const [version, deviceId, mac] = value?.split('.') ?? [];
  if (version !== 'v1' || deviceId === undefined || mac === undefined || !/^[0-9a-f-]{36}$/.test(deviceId)) return null;
  const input = Buffer.from(mac);
  const expected = Buffer.from(signDeviceId(key, deviceId));
  return input.length === expected.length && timingSafeEqual(input, expected) ? deviceId : null;
}

const signDeviceId = (key: ServerKey, deviceId: string): string =>
  key.mac('device-cookie', deviceId).toString('base64url');
