import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { toAddressParty } from '@varco/server-kit/rate/rate-limiter.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { Db } from '../../db.ts';
import {
  countAccountAttempt,
  countAttempt,
  resetFailures,
  secondsBlocked,
  uncountAttempt,
} from './slow-down.repository.ts';

/** Account, device and address of a sign-in attempt, by which failures are counted. */
export interface SignInAttempt {
  /** Id of the account, or the typed name when there is none: both are slowed down alike. */
  readonly account: string;
  readonly ip: string;
  /** Device on which this account signed in before; null otherwise. */
  readonly knownDevice: string | null;
}

export interface CountedAttempt {
  /** The secret was right and the sign-in is complete. */
  succeeded(): Promise<void>;
  /** The secret was right, but a second factor is still missing. */
  notAFailure(): Promise<void>;
}

const KEY_CHARS = 32;

/**
 * Counts a sign-in attempt of one account at one address; a known device has a counter of its own wherever it is. Other
 * people's guesses therefore never stop the owner, nor anybody else at the same address. Throws `rate_limit_exceeded`
 * with the seconds to wait, at most 40; a refused attempt is not counted.
 */
export async function countSignIn(
  deps: { readonly db: Db; readonly key: ServerKey },
  { account, ip, knownDevice }: SignInAttempt,
  now: string,
): Promise<CountedAttempt> {
  const { db } = deps;
  const keyOf = (kind: string, value: string): string =>
    `${kind}:${deps.key.mac('sign-in-counter', `${kind}:${value}`).toString('base64url').slice(0, KEY_CHARS)}`;
  const own =
    knownDevice === null
      ? keyOf('place', `${toAddressParty(ip)}:${account}`)
      : keyOf('device', `${knownDevice}:${account}`);
  // Guesses from many addresses are told by the sum; a known device is not slowed by them.
  const spread = knownDevice === null ? keyOf('account', account) : null;

  const waitS = await secondsBlocked(db, [own], now);
  if (waitS > 0) throw new AppError('rate_limit_exceeded', { retryAfterS: waitS });
  const accountAttempts = spread === null ? 0 : await countAccountAttempt(db, spread, now);
  const release = async (): Promise<void> => {
    if (spread !== null) await uncountAttempt(db, spread);
  };
  if (!(await countAttempt(db, own, now, accountAttempts))) {
    await release();
    throw new AppError('rate_limit_exceeded', { retryAfterS: Math.max(1, await secondsBlocked(db, [own], now)) });
  }
  return {
    async succeeded() {
      await release();
      await resetFailures(db, own);
    },
    async notAFailure() {
      await release();
      await uncountAttempt(db, own);
    },
  };
}

/**
 * Runs `work`, which checks a proof of a signed-in person, and counts it like a sign-in: with a stolen token nobody
 * may guess the password or a code. Throws what `work` throws, and `rate_limit_exceeded`.
 */
export async function withCountedProof<T>(
  deps: { readonly db: Db; readonly key: ServerKey },
  attempt: SignInAttempt,
  now: string,
  work: () => Promise<T>,
): Promise<T> {
  const counted = await countSignIn(deps, attempt, now);
  try {
    const result = await work();
    await counted.succeeded();
    return result;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'bad_credentials')) await counted.notAFailure();
    throw error;
  }
}
