import {
  EXPORT_COOKIE_DAYS,
  EXPORT_COOKIE_PATH,
  EXPORT_KEY_COOKIE,
  EXPORT_KEY_HEADER,
} from '@varco/contract/portal/exports.ts';
import { sha256 } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../session/session.cookies.ts';

const KEY = /^[A-Za-z0-9_-]{43}$/;

/** What is kept of a person's download key: its hash. Null: the call does not carry one. Throws when it carries nonsense. */
export function keyHashOf(request: FastifyRequest): Buffer | null {
  const key = request.headers[EXPORT_KEY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key)) throw keyFault();
  return sha256(key);
}

/** The same, where a call is worth nothing without it. */
export function neededKeyHash(request: FastifyRequest): Buffer {
  const hash = keyHashOf(request);
  if (hash === null) throw keyFault();
  return hash;
}

const keyFault = (): AppError => new AppError('bad_request', { sub: 'invalid_field', field: 'headers/x-export-key' });

/** EXT-04, EXT-05: the key that came in the header, for the tab of the download; on this path only, 365 days. */
export function setKeyCookie(request: FastifyRequest, reply: FastifyReply): void {
  const key = request.headers[EXPORT_KEY_HEADER];
  if (typeof key !== 'string' || readCookie(request.headers.cookie, EXPORT_KEY_COOKIE) === key) return;
  void reply.header(
    'set-cookie',
    `${EXPORT_KEY_COOKIE}=${key}; Path=${EXPORT_COOKIE_PATH}; Max-Age=${EXPORT_COOKIE_DAYS * 86_400}; Secure; HttpOnly; SameSite=Strict`,
  );
}

/** Hash of the cookie; null: there is none that could be ours. */
export function cookieKeyHash(cookie: string | undefined): Buffer | null {
  const key = readCookie(cookie, EXPORT_KEY_COOKIE);
  return key === null || !KEY.test(key) ? null : sha256(key);
}
