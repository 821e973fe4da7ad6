import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { administer, type AdminContext } from './administer.ts';
import * as queries from './users.repository.ts';

type Deps = Pick<PortalDeps, 'db'>;

/** A request that nobody confirmed ends after this. */
const REQUEST_LIFE_MS = 7 * 24 * 3_600_000;
const conflict = (sub: string): AppError => new AppError('conflict', { sub });

/** Requests that a person gets or loses the admin flag (security rules, part 4). Throws `conflict` with its sub-codes. */
export const requestAdminFlag = (deps: Deps, userId: number, grants: boolean, context: AdminContext): Promise<void> =>
  administer(deps.db, userId, context, async (tx, target) => {
    const { now, viewer } = context;
    if (target.is_admin === grants) throw conflict('request_not_needed');
    if (grants && (!target.is_active || !target.email_verified)) throw conflict('account_not_ready');
    if ((await queries.findAdminRequest(tx, userId, now)) !== undefined) throw conflict('request_pending');
    const expiresAt = new Date(Date.parse(now) + REQUEST_LIFE_MS).toISOString();
    await queries.saveAdminRequest(tx, { userId, grants, requestedBy: viewer.userId, expiresAt }, now);
    return { grants };
  });

/**
 * Carries out another administrator's request. `grants` repeats what the second person was shown, so that a request
 * replaced meanwhile is not confirmed by mistake. The person is notified. Throws `not_found`, `conflict`/`own_request`.
 */
export const confirmAdminFlag = (deps: Deps, userId: number, grants: boolean, context: AdminContext): Promise<void> =>
  administer(deps.db, userId, context, async (tx, target) => {
    const { now, viewer } = context;
    const request = await queries.findAdminRequest(tx, userId, now);
    if (request === undefined || request.grants !== grants) throw new AppError('not_found');
    if (request.requested_by === viewer.userId) throw conflict('own_request');
    if (grants && (!target.is_active || !target.email_verified)) throw conflict('account_not_ready');
    await queries.changeAccount(tx, userId, { is_admin: grants }, now);
    await queries.removeAdminRequest(tx, userId);
    await queueMail(tx, { kind: grants ? 'admin_given' : 'admin_taken', to: { userId } }, now);
    return { grants };
  });

/** Withdraws an own request or rejects another's. Throws `not_found`. */
export const rejectAdminFlag = (deps: Deps, userId: number, context: AdminContext): Promise<void> =>
  administer(deps.db, userId, context, async (tx) => {
    if (!(await queries.removeAdminRequest(tx, userId))) throw new AppError('not_found');
    return {};
  });
