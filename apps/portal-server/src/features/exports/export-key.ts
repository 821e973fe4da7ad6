import {
  EXPORT_COOKIE_DAYS,
  EXPORT_COOKIE_PATH,
  EXPORT_KEY_COOKIE,
  EXPORT_KEY_HEADER,
} from '@varco/contract/portal/exports.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../session/session.cookies.ts';

const KEY_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Hash of the person's download key, the form in which it is stored. Null: the call carries none. Throws when it is
 * malformed.
 */
export function readKeyHash(request: FastifyRequest): Buffer | null {
  const key = request.headers[EXPORT_KEY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) throw invalidKeyError();
  return hashSecretText(key);
}

/** The same, for calls that require the key. */
export function requireKeyHash(request: FastifyRequest): Buffer {
  const hash = readKeyHash(request);
  if (hash === null) throw invalidKeyError();
  return hash;
}

const invalidKeyError = (): AppError =>
  new AppError('bad_request', { sub: 'invalid_field', field: 'headers/x-export-key' });

/**
 * EXT-04, EXT-05: stores the key of the header in a cookie, for the download in a new tab; on this path only, 365
 * days.
 */
export function setKeyCookie(request: FastifyRequest, reply: FastifyReply): void {
  const key = request.headers[EXPORT_KEY_HEADER];
  if (typeof key !== 'string' || readCookie(request.headers.cookie, EXPORT_KEY_COOKIE) === key) return;
  void reply.header(
    'set-cookie',
    `${EXPORT_KEY_COOKIE}=${key}; Path=${EXPORT_COOKIE_PATH}; Max-Age=${EXPORT_COOKIE_DAYS * 86_400}; Secure; HttpOnly; SameSite=Strict`,
  );
}

/** Hash of the key in the cookie; null: absent or malformed. */
export function hashCookieKey(cookie: string | undefined): Buffer | null {
  const key = readCookie(cookie, EXPORT_KEY_COOKIE);
  return key === null || !KEY_PATTERN.test(key) ? null : hashSecretText(key);
}
