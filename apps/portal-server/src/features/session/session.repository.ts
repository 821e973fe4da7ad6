import { sql } from 'kysely';
import type { Db, Tx } from '../../db.ts';

export interface NewSession {
  readonly id: string;
  readonly userId: number;
  readonly deviceId: string;
  readonly share: Buffer;
  readonly isRemembered: boolean;
  readonly amr: readonly string[];
  readonly ip: string;
  readonly client: string;
  readonly agent: string;
  readonly now: string;
  readonly expiresAt: string;
  readonly tokenHash: Buffer;
}

/** Stores a new session with the first refresh token of its family. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      user_id: session.userId,
      device_id: session.deviceId,
      share: session.share,
      is_remembered: session.isRemembered,
      amr: [...session.amr],
      ip: session.ip,
      client: session.client,
      agent: session.agent,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
  await tx.insertInto('refresh_token').values({ hash: session.tokenHash, session_id: session.id }).execute();
}

/** The session of an access token with the user fields needed for authorisation; one row read per call. */
export const findLiveSession = (db: Db, sessionId: string, now: string) =>
  db
    .selectFrom('session')
    .innerJoin('portal_user', 'portal_user.id', 'session.user_id')
    .where('session.id', '=', sessionId)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .select([
      'session.device_id',
      'portal_user.id',
      'portal_user.uuid',
      'portal_user.username',
      'portal_user.token_version',
      'portal_user.is_active',
      'portal_user.is_admin',
      'portal_user.is_first_access',
      'portal_user.must_change',
      'portal_user.audit_read',
      'portal_user.email',
      'portal_user.email_verified',
      'portal_user.enable_2fa',
      'portal_user.expires_at',
    ])
    .executeTakeFirst();

/**
 * A presented refresh token with its session, locked: parallel refreshes of one session run one after the other, so
 * that the second sees the effect of the first.
 */
export async function lockPresentedToken(tx: Tx, hash: Buffer) {
  const owner = await tx.selectFrom('refresh_token').where('hash', '=', hash).select('session_id').executeTakeFirst();
  if (owner === undefined) return undefined;
  const session = await tx
    .selectFrom('session')
    .innerJoin('portal_user', 'portal_user.id', 'session.user_id')
    .where('session.id', '=', owner.session_id)
    .selectAll('session')
    .select(['portal_user.uuid', 'portal_user.username', 'portal_user.token_version', 'portal_user.is_active'])
    .select('portal_user.expires_at as user_expires_at')
    .forUpdate('session')
    .executeTakeFirst();
  const token = await tx.selectFrom('refresh_token').where('hash', '=', hash).selectAll().executeTakeFirst();
  return session === undefined || token === undefined ? undefined : { session, token };
}

/** True when `hash` is the current token of its family. */
export async function isCurrentToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const row = await tx.selectFrom('refresh_token').where('hash', '=', hash).select('rotated_at').executeTakeFirst();
  return row !== undefined && row.rotated_at === null;
}

/** Replaces the presented token with its successor. */
export async function rotateToken(
  tx: Tx,
  rotation: { sessionId: string; from: Buffer; to: Buffer; now: string },
): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ rotated_at: rotation.now, successor_hash: rotation.to })
    .where('hash', '=', rotation.from)
    .execute();
  await tx.insertInto('refresh_token').values({ hash: rotation.to, session_id: rotation.sessionId }).execute();
}

/** Records the use of a session and of its account. */
export async function touchSession(
  tx: Tx,
  use: { sessionId: string; userId: number; ip: string; now: string },
): Promise<void> {
  await tx.updateTable('session').set({ last_used_at: use.now, ip: use.ip }).where('id', '=', use.sessionId).execute();
  await tx.updateTable('portal_user').set({ last_refresh_at: use.now }).where('id', '=', use.userId).execute();
}

/** Ends one session; its share is deleted, so that the browser's restore record can no longer be opened. */
export async function revokeSession(db: Db | Tx, sessionId: string, reason: string, now: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: reason, share: Buffer.alloc(0) })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

const MAX_LISTED = 200;

/** Open sessions, the last used first. */
export const findOpenSessions = (db: Db, userId: number, now: string) =>
  db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'ip', 'agent', 'is_remembered', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();

/** Ends a session of this user; false when it is not one of their open sessions. */
export async function revokeOwnedSession(
  db: Db,
  session: { id: string; userId: number },
  now: string,
): Promise<boolean> {
  const result = await db
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: 'revoked', share: Buffer.alloc(0) })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends every session of the user except `exceptId`. Returns how many ended. */
export async function revokeOtherSessions(
  tx: Tx,
  what: { userId: number; exceptId: string | null; reason: string; now: string },
): Promise<number> {
  const result = await tx
    .updateTable('session')
    .set({ revoked_at: what.now, revoked_reason: what.reason, share: Buffer.alloc(0) })
    .where('user_id', '=', what.userId)
    .where('revoked_at', 'is', null)
    .$if(what.exceptId !== null, (q) => q.where('id', '<>', what.exceptId ?? ''))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Deletes sessions that ended more than a week ago, with their tokens. */
export async function deleteOldSessions(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where(sql<boolean>`expires_at < ${now}::timestamptz - interval '7 days'`)
    .execute();
}
