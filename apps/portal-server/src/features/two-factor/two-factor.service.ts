import { randomBytes } from 'node:crypto';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { Tx } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { revokeOtherSessions } from '../session/session.repository.ts';
import { verifySecondFactor, findTotpStep, buildTotpContext, createTotp } from '../sign-in/second-factor.service.ts';
import { lockUser } from '../user/user.repository.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { isSecondFactorRequired } from './required.ts';
import * as queries from './two-factor.repository.ts';

type Deps = Pick<PortalDeps, 'db' | 'key' | 'hasher' | 'settings'>;

export interface TwoFactorContext {
  readonly viewer: PortalViewer;
  readonly now: string;
  /** Writes the audit entry inside the transaction. */
  readonly record: () => Promise<void>;
}

/** Identity proofs of the caller: the login proof, and a passcode or recovery code. */
export interface TwoProofs {
  readonly password: string;
  readonly passcode: string;
}

const SECRET_BYTES = 20;
/** An unproven secret expires after this. */
const SETUP_LIFE_MS = 15 * 60_000;
const buildSetupContext = (userUuid: string): string => `totp-setup/${userUuid}`;
const wrongStateError = (sub: string): AppError => new AppError('conflict', { sub });

type StoredUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>['user'];

/** Runs `work` on the locked account of the viewer, and writes the audit entry in the same transaction. */
function withOwnAccount<T>(
  deps: Deps,
  { viewer, record }: TwoFactorContext,
  work: (tx: Tx, user: StoredUser) => Promise<T>,
): Promise<T> {
  return deps.db.transaction().execute(async (tx) => {
    const stored = await lockUser(tx, viewer.userId);
    if (stored === undefined) throw new AppError('not_found');
    const result = await work(tx, stored.user);
    await record();
    return result;
  });
}

/** Creates a secret that must then be proven. Throws `conflict`/`tfa_not_disabled`, `bad_credentials`. */
export async function startSetup(
  deps: Deps,
  proof: string,
  context: TwoFactorContext,
): Promise<{ secret: string; uri: string }> {
  return withOwnAccount(deps, context, async (tx, user) => {
    if (user.enable_2fa) throw wrongStateError('tfa_not_disabled');
    if (!(await deps.hasher.verify(user.proof_hash, proof))) throw new AppError('bad_credentials');
    const bytes = randomBytes(SECRET_BYTES);
    await queries.saveSetup(tx, user.id, deps.key.seal(buildSetupContext(user.uuid), bytes), context.now);
    const totp = createTotp(bytes, user.username);
    return { secret: totp.secret.base32, uri: totp.toString() };
  });
}

const lockValidSetup = async (tx: Tx, user: StoredUser, now: string) => {
  if (user.enable_2fa) throw wrongStateError('tfa_not_disabled');
  const setup = await queries.lockSetup(tx, user.id, new Date(Date.parse(now) - SETUP_LIFE_MS).toISOString());
  if (setup === undefined) throw wrongStateError('tfa_not_started');
  return setup;
};

/** Verifies that the app has the secret. Throws `conflict`/`tfa_not_started`, `bad_credentials`/`bad_otp`. */
export async function verifySetup(deps: Deps, code: string, context: TwoFactorContext): Promise<void> {
  await withOwnAccount(deps, context, async (tx, user) => {
    const setup = await lockValidSetup(tx, user, context.now);
    const secret = deps.key.open(buildSetupContext(user.uuid), setup.secret_sealed);
    const step = findTotpStep(secret, code.trim(), context.now);
    if (step === null) throw new AppError('bad_credentials', { sub: 'bad_otp' });
    await queries.recordProvenStep(tx, user.id, step);
  });
}

/**
 * Enables two-factor with the proven secret; all other sessions end and the person is notified. Returns the recovery
 * codes, which are shown only this once. Throws `conflict`/`tfa_not_verified`.
 */
export async function enableTwoFactor(deps: Deps, context: TwoFactorContext): Promise<string[]> {
  const codes = createRecoveryCodes();
  const hashes = await hashAll(deps, codes);
  await withOwnAccount(deps, context, async (tx, user) => {
    const setup = await lockValidSetup(tx, user, context.now);
    if (setup.proven_step === null) throw wrongStateError('tfa_not_verified');
    const secret = deps.key.open(buildSetupContext(user.uuid), setup.secret_sealed);
    const sealed = deps.key.seal(buildTotpContext(user.uuid), secret);
    await queries.enableTwoFactorForUser(tx, user.id, { sealed, usedStep: Number(setup.proven_step) }, context.now);
    await queries.replaceRecoveryCodes(tx, user.id, hashes);
    await endSessionsAndNotify(tx, context, 'two_factor_on');
  });
  return codes;
}

/** Disables two-factor. Throws `conflict`/`tfa_not_enabled`, `no_perms`/`tfa_required`, `bad_credentials`. */
export async function disableTwoFactor(deps: Deps, proofs: TwoProofs, context: TwoFactorContext): Promise<void> {
  await withBothProofs(deps, proofs, context, async (tx, user) => {
    if (isSecondFactorRequired(deps.settings.current(), user)) throw new AppError('no_perms', { sub: 'tfa_required' });
    await queries.disableTwoFactorForUser(tx, user.id, context.now);
    await endSessionsAndNotify(tx, context, 'two_factor_off');
  });
}

/** Creates ten new codes; the earlier ones become invalid. Throws `conflict`/`tfa_not_enabled`, `bad_credentials`. */
export async function renewCodes(deps: Deps, proofs: TwoProofs, context: TwoFactorContext): Promise<string[]> {
  const codes = createRecoveryCodes();
  const hashes = await hashAll(deps, codes);
  await withBothProofs(deps, proofs, context, async (tx, user) => {
    await queries.replaceRecoveryCodes(tx, user.id, hashes);
    await endSessionsAndNotify(tx, context, 'recovery_codes_new');
  });
  return codes;
}

/**
 * Password and code are checked before the account is locked: a presented code is used up whatever follows, as at
 * sign-in.
 */
async function withBothProofs(
  deps: Deps,
  { password, passcode }: TwoProofs,
  context: TwoFactorContext,
  work: (tx: Tx, user: StoredUser) => Promise<void>,
): Promise<void> {
  const account = await queries.readAccount(deps.db, context.viewer.userId);
  if (!account.enable_2fa) throw wrongStateError('tfa_not_enabled');
  if (!(await deps.hasher.verify(account.proof_hash, password))) throw new AppError('bad_credentials');
  if ((await verifySecondFactor(deps, account, passcode, context.now)) === null)
    throw new AppError('bad_credentials', { sub: 'bad_otp' });
  await withOwnAccount(deps, context, async (tx, user) => {
    if (!user.enable_2fa) throw wrongStateError('tfa_not_enabled');
    await work(tx, user);
  });
}

const hashAll = (deps: Deps, codes: readonly string[]): Promise<string[]> =>
  Promise.all(codes.map((code) => deps.hasher.hash(code)));

/** Security rules, part 4: all other sessions end, and the person is notified. */
async function endSessionsAndNotify(
  tx: Tx,
  { viewer, now }: TwoFactorContext,
  kind: 'two_factor_on' | 'two_factor_off' | 'recovery_codes_new',
): Promise<void> {
  const { userId, sessionId: exceptId } = viewer;
  await revokeOtherSessions(tx, { userId, exceptId, reason: kind, now });
  await queueMail(tx, { kind, to: { userId } }, now);
}
