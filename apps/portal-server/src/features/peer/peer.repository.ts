import { type Selectable, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db, PeerTable } from '../../db.ts';

export type PeerRow = Selectable<PeerTable>;

/** Fields of a plant that a user sees in their list. */
export type ListedPeer = Pick<
  PeerRow,
  | 'id'
  | 'uuid'
  | 'url'
  | 'label'
  | 'code'
  | 'is_verified'
  | 'reached_at'
  | 'last_seen_at'
  | 'last_status_message'
  | 'last_status_message_at'
  | 'server_time'
  | 'last_plate_at'
  | 'license_expiration'
>;

/** Enabled plants of a person, ordered by label; a prepared statement, because it runs at every sign-in and refresh. */
export async function findPeersOfUser(pool: Pool, userId: number): Promise<readonly ListedPeer[]> {
  const { rows } = await pool.query<ListedPeer>({
    name: 'peers-of-user',
    text: `select p.id, p.uuid, p.url, p.label, p.code, p.is_verified, p.reached_at, p.last_seen_at, p.last_status_message,
        p.last_status_message_at, p.server_time, p.last_plate_at, p.license_expiration
      from user_peer l join peer p on p.id = l.peer_id
      where l.user_id = $1 and p.is_enabled order by p.label, p.id limit 500`,
    values: [userId],
  });
  return rows;
}

/** Every enabled plant, by label. */
export const findEnabledPeers = (db: Db): Promise<readonly PeerRow[]> =>
  db.selectFrom('peer').where('is_enabled', '=', true).selectAll().orderBy('label').orderBy('id').limit(2000).execute();

/** An enrolled, enabled plant with its key. */
export const findEnrolledPeer = (db: Db, uuid: string) =>
  db
    .selectFrom('peer')
    .where('uuid', '=', uuid)
    .where('is_enabled', '=', true)
    .where('public_key', 'is not', null)
    .select(['id', 'uuid', 'url', 'label', 'public_key', 'expected_ip'])
    .executeTakeFirst();

/** Uses up the nonce of a signed call; false when it was used before. */
export async function consumeNonce(db: Db, peerId: number, nonce: string, now: string): Promise<boolean> {
  const result = await db
    .insertInto('plant_nonce')
    .values({ peer_id: peerId, nonce, seen_at: now })
    .onConflict((conflict) => conflict.columns(['peer_id', 'nonce']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export interface HeartbeatFacts {
  readonly statusMessage: string;
  readonly serverTime: string;
  readonly lastPlateAt: string | null;
  readonly licenseExpiration: string | null;
  readonly version: string;
  /** Source address of the call. */
  readonly externalIp: string;
}

/** Stores a plant's heartbeat. The time of the message changes only with the message. */
export async function storeHeartbeat(db: Db, peerId: number, facts: HeartbeatFacts, now: string): Promise<void> {
  await db
    .updateTable('peer')
    .set({
      last_seen_at: now,
      last_status_message: facts.statusMessage,
      last_status_message_at: sql<string>`case when last_status_message is distinct from ${facts.statusMessage} then ${now}::timestamptz else last_status_message_at end`,
      server_time: facts.serverTime,
      last_plate_at: facts.lastPlateAt,
      license_expiration: facts.licenseExpiration,
      version: facts.version,
      external_ip: facts.externalIp,
    })
    .where('id', '=', peerId)
    .execute();
}

export const findPeersToProbe = (db: Db) =>
  db.selectFrom('peer').where('is_enabled', '=', true).select(['id', 'uuid', 'url']).orderBy('id').execute();

/**
 * Records that a plant answered the portal's probe; its clock is then known even when it has stopped reporting
 * (readings A-04).
 */
export async function recordReached(db: Db, peerId: number, serverTime: string | null, now: string): Promise<void> {
  await db
    .updateTable('peer')
    .set({ reached_at: now, ...(serverTime === null ? {} : { server_time: serverTime }) })
    .where('id', '=', peerId)
    .execute();
}

/** Nonces outside every time window are not needed: a repeated call is refused because of its time. */
export async function deleteOldNonces(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('plant_nonce')
    .where(sql<boolean>`seen_at < ${now}::timestamptz - interval '1 hour'`)
    .execute();
}
