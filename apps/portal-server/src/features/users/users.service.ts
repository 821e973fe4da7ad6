import { randomBytes } from 'node:crypto';
import type { HandlerInput } from '@varco/contract/endpoint.ts';
import {
  type inviteUser,
  PORTAL_ACCOUNT_PAGE_SIZE,
  type PortalAccountPage,
} from '@varco/contract/portal/user-administration.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { checkNames } from '../account/first-access.service.ts';
import { revokeOtherSessions } from '../session/session.repository.ts';
import { disableTwoFactorForUser } from '../two-factor/two-factor.repository.ts';
import { isNameTaken } from '../user/user.repository.ts';
import { administer, type AdminContext } from './administer.ts';
import * as queries from './users.repository.ts';
import { toPortalAccount } from './users.view.ts';

type Deps = Pick<PortalDeps, 'db' | 'hasher' | 'settings'>;

/** One page of the accounts that match; a page beyond the last is empty. */
export async function readAccountPage(
  deps: Pick<PortalDeps, 'db'>,
  filter: queries.AccountFilter & { readonly page: number },
  { viewerId, now }: { readonly viewerId: number; readonly now: string },
): Promise<PortalAccountPage> {
  const [rows, total] = await Promise.all([
    queries.findAccountPage(deps.db, filter, filter.page, now),
    queries.countAccounts(deps.db, filter, now),
  ]);
  return {
    users: rows.map((row) => toPortalAccount(row, viewerId)),
    total,
    page: filter.page,
    pages: Math.max(1, Math.ceil(total / PORTAL_ACCOUNT_PAGE_SIZE)),
  };
}

/**
 * Creates the account of an invited person and queues the mail; returns its id. Until the link is used nobody can sign
 * in: the stored proof belongs to no password. Throws `bad_request`, `duplicate`.
 */
export async function invitePerson(
  deps: Deps,
  body: HandlerInput<typeof inviteUser>['body'],
  { viewer, now, record }: AdminContext,
): Promise<number> {
  const names = checkNames(deps, body);
  for (const name of [names.username, names.email])
    if (await isNameTaken(deps.db, name, 0)) throw new AppError('duplicate');
  const proofHash = await deps.hasher.hash(`p1.${randomBytes(32).toString('base64url')}`);
  return deps.db.transaction().execute(async (tx) => {
    await queries.lockAdministration(tx);
    if (!(await queries.isActiveAdmin(tx, viewer.userId))) throw new AppError('no_perms');
    const { telephone, notes, language } = body;
    const kdf = { alg: 'argon2id', v: 19, m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString('base64url') } as const;
    const id = await queries.insertInvited(tx, { ...names, telephone, notes, language, proofHash, kdf }, now);
    await queueMail(tx, { kind: 'invitation', to: { userId: id } }, now);
    await record({ email: names.email });
    return id;
  });
}

/** Queues the mail of a pending invitation again. Throws `conflict`/`no_invitation`. */
export const inviteAgain = (deps: Deps, userId: number, context: AdminContext): Promise<void> =>
  administer(deps.db, userId, context, async (tx, target) => {
    if (target.invited_at === null || target.email_verified || !target.is_active)
      throw new AppError('conflict', { sub: 'no_invitation' });
    await queries.changeAccount(tx, userId, { invited_at: context.now }, context.now);
    await queueMail(tx, { kind: 'invitation', to: { userId } }, context.now);
    return {};
  });

export interface StateChange {
  readonly active?: boolean | undefined;
  readonly must_change?: boolean | undefined;
  readonly audit_read?: boolean | undefined;
  readonly notes?: string | undefined;
}

/** Changes the state of another person's account; a disabled person loses sessions and pending requests (ADM-04). */
export const changeAccountState = (
  deps: Pick<PortalDeps, 'db'>,
  userId: number,
  change: StateChange,
  context: AdminContext,
): Promise<void> =>
  administer(deps.db, userId, context, async (tx) => {
    const { now } = context;
    const { active, must_change: mustChange, audit_read: auditRead, notes } = change;
    await queries.changeAccount(
      tx,
      userId,
      {
        ...(active === undefined ? {} : { is_active: active }),
        ...(mustChange === undefined ? {} : { must_change: mustChange }),
        ...(auditRead === undefined ? {} : { audit_read: auditRead }),
        ...(notes === undefined ? {} : { notes }),
      },
      now,
    );
    const facts = {
      changed: Object.keys(change),
      ...(active === undefined ? {} : { active }),
      ...(mustChange === undefined ? {} : { must_change: mustChange }),
      ...(auditRead === undefined ? {} : { audit_read: auditRead }),
    };
    if (active !== false) return facts;
    await queries.removeAdminRequest(tx, userId);
    return { ...facts, ended_sessions: await endSessions(tx, userId, 'disabled', now) };
  });

const endSessions = (
  tx: Parameters<typeof revokeOtherSessions>[0],
  userId: number,
  reason: string,
  now: string,
): Promise<number> => revokeOtherSessions(tx, { userId, exceptId: null, reason, now });

/** Ends every session of another person; returns how many. */
export async function endAllSessions(deps: Pick<PortalDeps, 'db'>, userId: number, context: AdminContext) {
  let ended = 0;
  await administer(deps.db, userId, context, async (tx) => {
    ended = await endSessions(tx, userId, 'ended_by_admin', context.now);
    return { ended_sessions: ended };
  });
  return ended;
}

/**
 * Deletes the second factor of a person who lost it; all sessions end and the person is notified. Throws
 * `conflict`/`tfa_not_enabled`.
 */
export const resetTwoFactor = (deps: Pick<PortalDeps, 'db'>, userId: number, context: AdminContext): Promise<void> =>
  administer(deps.db, userId, context, async (tx, target) => {
    const { now } = context;
    if (!target.enable_2fa) throw new AppError('conflict', { sub: 'tfa_not_enabled' });
    await disableTwoFactorForUser(tx, userId, now);
    await queueMail(tx, { kind: 'two_factor_reset', to: { userId } }, now);
    return { ended_sessions: await endSessions(tx, userId, 'two_factor_reset', now) };
  });
