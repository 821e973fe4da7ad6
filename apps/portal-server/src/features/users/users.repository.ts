import { sql } from 'kysely';
import { type PortalAccount, PORTAL_ACCOUNT_PAGE_SIZE } from '@varco/contract/portal/user-administration.ts';
import type { KdfBlock } from '@varco/contract/vault.ts';
import type { Db, Tx } from '../../db.ts';

type AccountState = 'all' | 'active' | 'disabled' | 'invited' | 'admin' | 'requested';

export interface AccountFilter {
  readonly text: string;
  readonly state: AccountState;
}

/** `%`, `_` and `\` have no meaning in a typed text. */
const toPattern = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, String.raw`\$&`)}%`;

const SEARCHED = sql<string>`lower(concat_ws(' ', u.username, u.email, u.full_name, u.authority, u.notes))`;

const selectMatching = (db: Db | Tx, { text, state }: AccountFilter, now: string) =>
  db
    .selectFrom('portal_user as u')
    .leftJoin('admin_request as r', (join) => join.onRef('r.user_id', '=', 'u.id').on('r.expires_at', '>', now))
    .leftJoin('portal_user as requester', 'requester.id', 'r.requested_by')
    .$if(text.trim() !== '', (query) => query.where(SEARCHED, 'like', toPattern(text)))
    .$if(state === 'active', (query) => query.where('u.is_active', '=', true))
    .$if(state === 'disabled', (query) => query.where('u.is_active', '=', false))
    .$if(state === 'admin', (query) => query.where('u.is_admin', '=', true))
    .$if(state === 'requested', (query) => query.where('r.user_id', 'is not', null))
    .$if(state === 'invited', (query) =>
      query.where('u.invited_at', 'is not', null).where('u.email_verified', '=', false),
    );

/** Columns of an account in the list. Nothing that opens the account is selected. */
const selectAccounts = (db: Db | Tx, filter: AccountFilter, now: string) =>
  selectMatching(db, filter, now).select((eb) => [
    'u.id',
    'u.uuid',
    'u.username',
    'u.email',
    'u.full_name',
    'u.is_active',
    'u.is_admin',
    'u.is_first_access',
    'u.must_change',
    'u.audit_read',
    'u.email_verified',
    'u.enable_2fa',
    'u.last_login_at',
    'u.telephone',
    'u.mobile',
    'u.notes',
    'u.authority',
    'u.invited_at',
    'u.created_at',
    'u.updated_at',
    'r.grants as request_grants',
    'r.requested_by as requester_id',
    'r.requested_at',
    'r.expires_at as request_expires_at',
    'requester.username as requester_name',
    eb
      .selectFrom('session')
      .whereRef('session.user_id', '=', 'u.id')
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', now)
      .select((s) => s.fn.countAll<string>().as('n'))
      .as('open_sessions'),
    sql<PortalAccount['keys']>`coalesce((
      select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'enabled', k.is_enabled) order by k.created_at desc, k.id)
      from portal_key_user ku join portal_key k on k.id = ku.key_id where ku.user_id = u.id), '[]')`.as('keys'),
  ]);

export type AccountRow = Awaited<ReturnType<typeof findAccountPage>>[number];

/** One page of matching accounts by user name. */
export const findAccountPage = (db: Db, filter: AccountFilter, page: number, now: string) =>
  selectAccounts(db, filter, now)
    .orderBy(sql`lower(u.username)`)
    .orderBy('u.id')
    .limit(PORTAL_ACCOUNT_PAGE_SIZE)
    .offset((page - 1) * PORTAL_ACCOUNT_PAGE_SIZE)
    .execute();

export async function countAccounts(db: Db, filter: AccountFilter, now: string): Promise<number> {
  const { n } = await selectMatching(db, filter, now)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const findAccountRow = (db: Db | Tx, id: number, now: string): Promise<AccountRow | undefined> =>
  selectAccounts(db, { text: '', state: 'all' }, now).where('u.id', '=', id).executeTakeFirst();

/**
 * Acts on administrators run one after the other: two of them cannot disable each other, and nobody acts any more once
 * disabled.
 */
export async function lockAdministration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portal-administration'))`.execute(tx);
}

export const isActiveAdmin = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('portal_user')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('is_admin', '=', true)
    .select('id')
    .executeTakeFirst()) !== undefined;

export interface InvitedPerson {
  readonly username: string;
  readonly email: string;
  readonly full_name: string;
  readonly mobile: string;
  readonly telephone: string;
  readonly authority: string;
  readonly notes: string;
  readonly language: 'it' | 'en';
  readonly proofHash: string;
  readonly kdf: KdfBlock;
}

/** Creates an account that nobody can open yet; returns its id. */
export async function insertInvited(tx: Tx, person: InvitedPerson, now: string): Promise<number> {
  const { proofHash, kdf, ...fields } = person;
  const { id } = await tx
    .insertInto('portal_user')
    .values({
      ...fields,
      proof_hash: proofHash,
      kdf: JSON.stringify(kdf),
      invited_at: now,
      shows_first_steps: true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface AccountChange {
  readonly is_active?: boolean;
  readonly is_admin?: boolean;
  readonly must_change?: boolean;
  readonly audit_read?: boolean;
  readonly notes?: string;
  readonly invited_at?: string;
}

export async function changeAccount(tx: Tx, id: number, change: AccountChange, now: string): Promise<void> {
  await tx
    .updateTable('portal_user')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** The valid request about a person, made by somebody who still is an administrator. */
export const findAdminRequest = (tx: Tx, userId: number, now: string) =>
  tx
    .selectFrom('admin_request as r')
    .innerJoin('portal_user as requester', 'requester.id', 'r.requested_by')
    .where('r.user_id', '=', userId)
    .where('r.expires_at', '>', now)
    .where('requester.is_admin', '=', true)
    .where('requester.is_active', '=', true)
    .select(['r.grants', 'r.requested_by'])
    .executeTakeFirst();

/** Stores a request in place of one that is no longer valid. */
export async function saveAdminRequest(
  tx: Tx,
  request: { userId: number; grants: boolean; requestedBy: number; expiresAt: string },
  now: string,
): Promise<void> {
  const values = {
    grants: request.grants,
    requested_by: request.requestedBy,
    requested_at: now,
    expires_at: request.expiresAt,
  };
  await tx
    .insertInto('admin_request')
    .values({ user_id: request.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** True when there was a request. */
export async function removeAdminRequest(tx: Tx, userId: number): Promise<boolean> {
  const result = await tx.deleteFrom('admin_request').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
