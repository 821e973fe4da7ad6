import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { Db, Tx } from '../../db.ts';
import { lockUser } from '../user/user.repository.ts';
import { findAccountRow, isActiveAdmin, lockAdministration } from './users.repository.ts';
import { toPortalAccount } from './users.view.ts';

/** What an act of an administrator needs besides its input. */
export interface AdminContext {
  readonly viewer: PortalViewer;
  readonly now: string;
  /** Writes the audit entry inside the transaction. */
  readonly record: (detail: Readonly<Record<string, unknown>>) => Promise<void>;
}

export type Target = NonNullable<Awaited<ReturnType<typeof lockUser>>>['user'];

/**
 * Runs an act of an administrator on another person's account, with its audit entry, in one transaction; acts are
 * serialised, and the administrator must still be one. `work` returns further facts for the entry. Throws `no_perms`,
 * `not_found`, `conflict`/`own_account`.
 */
export async function administer(
  db: Db,
  userId: number,
  context: AdminContext,
  work: (tx: Tx, target: Target) => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAdministration(tx);
    if (!(await isActiveAdmin(tx, context.viewer.userId))) throw new AppError('no_perms');
    if (userId === context.viewer.userId) throw new AppError('conflict', { sub: 'own_account' });
    const stored = await lockUser(tx, userId);
    if (stored === undefined) throw new AppError('not_found');
    const facts = await work(tx, stored.user);
    await context.record({ user: stored.user.uuid, ...facts });
  });
}

/** The account as it is now; throws `not_found`. */
export async function readAccount(db: Db, userId: number, { viewer, now }: AdminContext): Promise<PortalAccount> {
  const row = await findAccountRow(db, userId, now);
  if (row === undefined) throw new AppError('not_found');
  return toPortalAccount(row, viewer.userId);
}
