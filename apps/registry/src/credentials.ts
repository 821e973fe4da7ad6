import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { REGISTRY_HEADERS } from '@varco/contract/registry/vehicle-status.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';

export interface Account {
  readonly user: string;
  readonly password: string;
}

/** Wrong passwords until an account is locked, as at the ministry. */
export const MAX_WRONG_PASSWORDS = 5;
const LOCK_MS = 15 * 60_000;

/** Checks the two credentials of a call and counts wrong passwords, in memory. */
export interface CredentialService {
  /** Name of the ministry user. Throws `no_auth`, `bad_credentials` or `user_not_enabled`. */
  authenticate(headers: IncomingHttpHeaders, nowMs: number): string;
  unlock(): void;
}

interface CredentialCheck {
  readonly name: 'vpn' | 'ministry';
  readonly account: Account;
  wrong: number;
  lockedUntilMs: number;
}

export function createCredentialService(vpn: Account, ministry: Account): CredentialService {
  const clients: readonly [CredentialCheck, CredentialCheck] = [
    { name: 'vpn', account: vpn, wrong: 0, lockedUntilMs: 0 },
    { name: 'ministry', account: ministry, wrong: 0, lockedUntilMs: 0 },
  ];
  return {
    authenticate(headers, nowMs) {
      const { vpnUser, vpnPassword, ministryUser, ministryPassword } = REGISTRY_HEADERS;
      // First the VPN, then the service: a wrong VPN password never reveals whether the service's password is right.
      checkPassword(clients[0], headers[vpnUser], headers[vpnPassword], nowMs);
      checkPassword(clients[1], headers[ministryUser], headers[ministryPassword], nowMs);
      return clients[1].account.user;
    },
    unlock() {
      for (const client of clients) {
        client.wrong = 0;
        client.lockedUntilMs = 0;
      }
    },
  };
}

function checkPassword(client: CredentialCheck, user: unknown, password: unknown, nowMs: number): void {
  if (typeof user !== 'string' || typeof password !== 'string' || user === '' || password === '') {
    throw new AppError('no_auth', { sub: `${client.name}_missing` });
  }
  if (!equalTexts(user, client.account.user)) throw new AppError('bad_credentials', { sub: client.name });
  if (nowMs < client.lockedUntilMs) throw accountLockedError(client, nowMs);
  if (equalTexts(password, client.account.password)) {
    client.wrong = 0;
    return;
  }
  client.wrong++;
  if (client.wrong < MAX_WRONG_PASSWORDS) {
    throw new AppError('bad_credentials', { sub: client.name, data: { password_errors: client.wrong } });
  }
  client.wrong = 0;
  client.lockedUntilMs = nowMs + LOCK_MS;
  throw accountLockedError(client, nowMs);
}

const accountLockedError = (client: CredentialCheck, nowMs: number): AppError =>
  new AppError('user_not_enabled', {
    sub: `${client.name}_locked`,
    retryAfterS: Math.ceil((client.lockedUntilMs - nowMs) / 1000),
    data: { password_errors: MAX_WRONG_PASSWORDS },
  });

/** Compares hashes, so that neither content nor length affects the time. */
const equalTexts = (a: string, b: string): boolean => timingSafeEqual(hashText(a), hashText(b));
const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
