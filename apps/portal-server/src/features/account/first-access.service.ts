import type { createUser } from '@varco/contract/portal/account.ts';
import type { HandlerInput } from '@varco/contract/endpoint.ts';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { isForceUser } from '@varco/domain/portal/user-kind.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { revokeOtherSessions } from '../session/session.repository.ts';
import { isNameTaken, lockUser, saveVault } from '../user/user.repository.ts';
import { toDomainLists } from '../settings/portal-settings.ts';
import { findLink, consumeLink } from './account-link.repository.ts';
import { hasVerificationSince, markVerified, convertToPersonalAccount } from './account.repository.ts';
import { checkDerivation, checkProof, invalidFieldError } from './login-proof-checks.ts';

type NewUser = HandlerInput<typeof createUser>['body'];
type Deps = Pick<PortalDeps, 'db' | 'hasher' | 'settings'>;

export interface FirstAccessContext {
  readonly viewer: PortalViewer;
  readonly now: string;
  /** Writes the audit entry inside the transaction. */
  readonly record: () => Promise<void>;
}

/**
 * Turns the viewer's provisioned account into a personal one (P 5, readings B-03) and queues the verification
 * message. Throws `no_perms` for any other account, `bad_request`, `duplicate` for a taken name,
 * `conflict`/`vault_rev`.
 */
export async function completeFirstAccess(deps: Deps, body: NewUser, context: FirstAccessContext): Promise<void> {
  const { viewer, now } = context;
  if (!viewer.isFirstAccess) throw new AppError('no_perms');
  const names = checkNames(deps, body);
  checkProof(body.password);
  checkDerivation(body.peer_creds.kdf, 'body/peer_creds/kdf');
  for (const name of [names.username, names.email])
    if (await isNameTaken(deps.db, name, viewer.userId)) throw new AppError('duplicate');
  const proofHash = await deps.hasher.hash(body.password);
  await deps.db.transaction().execute(async (tx) => {
    const stored = await lockUser(tx, viewer.userId);
    if (stored === undefined || !stored.user.is_first_access) throw new AppError('no_perms');
    if (body.peer_creds.rev !== stored.rev + 1)
      throw new AppError('conflict', { sub: 'vault_rev', data: { rev: stored.rev } });
    const { kdf } = body.peer_creds;
    const { language = 'it' } = body;
    await convertToPersonalAccount(tx, viewer.userId, { ...names, language, proofHash, kdf }, now);
    await saveVault(tx, viewer.userId, body.peer_creds, now);
    await revokeOtherSessions(tx, { userId: viewer.userId, exceptId: null, reason: 'first_access', now });
    await queueMail(tx, { kind: 'verify_email', to: { userId: viewer.userId } }, now);
    await context.record();
  });
}

/** Names of a new person, trimmed and checked; throws `bad_request` with the field. */
export function checkNames(
  { settings }: Pick<Deps, 'settings'>,
  body: Pick<NewUser, 'username' | 'email' | 'full_name' | 'mobile' | 'authority'>,
) {
  const email = body.email.trim();
  if (!isMailAddress(email)) throw invalidFieldError('body/email');
  const typed = body.username?.trim() ?? '';
  const username = typed === '' ? email : typed;
  // A username with an @ is treated as an address when police and staff are recognised, so it must be the person's
  // own.
  if (username.includes('@') && username.toLowerCase() !== email.toLowerCase())
    throw invalidFieldError('body/username');
  const fullName = body.full_name.trim();
  if (fullName === '') throw invalidFieldError('body/full_name');
  const authority = body.authority?.trim() ?? '';
  const isForce = isForceUser({ username, email, emailVerified: true }, toDomainLists(settings.current()));
  if (!isForce && authority === '') throw invalidFieldError('body/authority');
  return { username, email, full_name: fullName, mobile: body.mobile.trim(), authority };
}

/** Error for every invalid link: unknown, used, expired and wrong purpose are not distinguished. */
export const linkInvalidError = (): AppError => new AppError('invalid_token', { sub: 'link_invalid' });

/** Marks the e-mail of the link's account as verified; all its sessions end. Throws `invalid_token`/`link_invalid`. */
export async function verifyEmailAddress(deps: Pick<PortalDeps, 'db'>, token: string, now: string) {
  return deps.db.transaction().execute(async (tx) => {
    const link = await findLink(tx, token, ['verify'], now);
    if (link === undefined) throw linkInvalidError();
    if (!(await consumeLink(tx, { hash: link.hash, userId: link.id, purpose: 'verify' }, now)))
      throw linkInvalidError();
    await markVerified(tx, link.id, now);
    await revokeOtherSessions(tx, { userId: link.id, exceptId: null, reason: 'email_verified', now });
    return link;
  });
}

const REMINDER_INTERVAL_MS = 10 * 60_000;

/**
 * Sends the verification message again, at most every ten minutes, to a person whose password was right but whose
 * e-mail is unverified.
 */
export async function remindToVerify(deps: Pick<PortalDeps, 'db'>, userId: number, now: string): Promise<void> {
  const since = new Date(Date.parse(now) - REMINDER_INTERVAL_MS).toISOString();
  if (await hasVerificationSince(deps.db, userId, since)) return;
  await queueMail(deps.db, { kind: 'verify_email', to: { userId } }, now);
}
