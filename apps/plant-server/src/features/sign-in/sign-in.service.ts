import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';
import { addDays, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { hashPassword, verifyPassword } from '@varco/server-kit/auth/password.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { toAddressParty } from '@varco/server-kit/rate/rate-limiter.ts';
import type { SignInDeps } from './sign-in.deps.ts';
import { isAcceptableNewPassword } from '../../auth/new-password.ts';
import { updatePassword, findUserByName, type PlantUser } from '../../auth/plant-user.repository.ts';
import { isStrongPlantPassword } from '@varco/domain/plants/plant-password.ts';
import { isKnownVault, rememberVault } from './known-vault.repository.ts';
import {
  countAccountAttempt,
  countAttempt,
  refuseWhileBlocked,
  resetFailures,
  undoAttempt,
} from './sign-in-throttle.repository.ts';

/** Days a password is valid after a change, for accounts whose passwords expire. */
export const PASSWORD_VALID_DAYS = 90;

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Of the vault the caller has opened, if any. */
  readonly vaultProof: string | undefined;
  readonly ip: string;
}

export const buildSignInActor = (user: PlantUser | null, username: string, session: string | null): AuditActor =>
  user === null
    ? { kind: 'anonymous', id: null, name: username, group: null, level: null, session: null }
    : { kind: 'user', id: user.uuid, name: user.username, group: user.group_name, level: user.level, session };

/** Result of checking credentials. With `user` null or `refusal` set the sign-in is denied; the caller records it. */
export interface CredentialCheck {
  readonly user: PlantUser | null;
  readonly refusal: AppError | null;
}

/**
 * Checks a user name and password. Always costs one Argon2id run, whether the account exists or not, and only a correct
 * password reveals why an account is closed. Throws `rate_limit_exceeded` while this account is slowed down at this
 * address, at most for 40 seconds; other accounts and addresses are not. A vault from which the account has signed in before
 * is counted by itself, so that guesses of others at the address do not stop its owner.
 */
export async function checkCredentials(
  deps: SignInDeps,
  { username, password, vaultProof, ip }: Credentials,
): Promise<CredentialCheck> {
  const { runner } = deps.store;
  const nowMs = deps.now().getTime();
  const user = username.includes('\u0000') ? null : await findUserByName(runner, username);
  const name = user?.uuid ?? username.toLowerCase();
  const proof = vaultProof === undefined ? null : deps.key.mac('known-vault', `${name}:${vaultProof}`);
  const isKnown = proof !== null && (await isKnownVault(runner, user?.uuid ?? null, proof));
  const toCounter = (key: string): string => deps.key.mac('sign-in-counter', key);
  const own = isKnown ? toCounter(`vault:${vaultProof}:${name}`) : toCounter(`place:${toAddressParty(ip)}:${name}`);
  // Guesses from many addresses are found by the sum; a known vault neither adds to it nor is slowed by it.
  const spread = isKnown ? null : toCounter(`account:${name}`);
  await refuseWhileBlocked(runner, own, nowMs);
  await countAttempt(runner, own, nowMs, spread === null ? 0 : await countAccountAttempt(runner, spread, nowMs));
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  if (user === null || !isRight) return { user, refusal: new AppError('bad_credentials') };
  await resetFailures(runner, own);
  if (spread !== null) await undoAttempt(runner, spread);
  if (proof !== null) await rememberVault(runner, user.uuid, proof, toIsoInstant(nowMs));
  return { user, refusal: null };
}

/**
 * Why a user with the correct password may still not sign in (P 4, P 7), in the order in which a client can act on it;
 * null: allowed.
 */
export function findSignInDenial(user: PlantUser, password: string, nowMs: number): AppError | null {
  const today = toRomeDay(nowMs);
  if (user.active === 0) return new AppError('user_not_enabled');
  if (user.expires_on !== null && user.expires_on < today) return new AppError('user_expired');
  if (user.active === -1 || (user.password_expires_on !== null && user.password_expires_on < today))
    return new AppError('expired_password');
  return isStrongPlantPassword(password, user.username) ? null : new AppError('weak_password');
}

/**
 * Stores a new password for a user whose old password was checked; also used when it is expired or weak. Throws
 * `weak_password` for a password that breaks the rules, is a common one or equals the old one, `user_not_enabled` for a disabled account.
 */
export async function changePassword(
  deps: SignInDeps,
  user: PlantUser,
  oldPassword: string,
  password: string,
): Promise<void> {
  if (user.active === 0) throw new AppError('user_not_enabled');
  if (password === oldPassword || !isAcceptableNewPassword(password, user.username))
    throw new AppError('weak_password');
  const today = toRomeDay(deps.now().getTime());
  const expiresOn = user.password_expires_on === null ? null : addDays(today, PASSWORD_VALID_DAYS);
  const isStored = await updatePassword(deps.store.runner, user, await hashPassword(password), today, expiresOn);
  if (!isStored) throw new AppError('bad_credentials');
}
