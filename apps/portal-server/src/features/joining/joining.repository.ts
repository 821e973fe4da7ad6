import { type Insertable, sql } from 'kysely';
import type { Db, PeerTable, Tx } from '../../db.ts';

/** Advisory lock (any constant): who takes plants into the registry does so one after the other. */
const JOINING_LOCK = 8_212_102;

export async function lockJoining(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${JOINING_LOCK})`.execute(tx);
}

export const findPeerByUuid = (db: Db | Tx, uuid: string) =>
  db.selectFrom('peer').where('uuid', '=', uuid).selectAll().executeTakeFirst();

/** Name of another plant with the same address, however written (readings B-30). */
export async function findPeerAtAddress(db: Db | Tx, urlKey: string, exceptUuid: string): Promise<string | null> {
  const row = await db
    .selectFrom('peer')
    .where('url_key', '=', urlKey)
    .where('uuid', '<>', exceptUuid)
    .select('label')
    .executeTakeFirst();
  return row?.label ?? null;
}

export async function isCodeUsed(db: Db | Tx, proof: Buffer): Promise<boolean> {
  const row = await db.selectFrom('used_joining_code').where('proof', '=', proof).select('used_at').executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a plant that joined. Of one that is known only address, key and time of joining change; what administrators wrote
 * about it stays.
 */
export const storeJoinedPeer = (tx: Tx, peer: Insertable<PeerTable>) =>
  tx
    .insertInto('peer')
    .values(peer)
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet((excluded) => ({
        url: excluded.ref('excluded.url'),
        url_key: excluded.ref('excluded.url_key'),
        public_key: excluded.ref('excluded.public_key'),
        former_public_key: excluded.ref('excluded.former_public_key'),
        is_verified: excluded.ref('excluded.is_verified'),
        joined_at: excluded.ref('excluded.joined_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export async function recordUsedCode(tx: Tx, proof: Buffer, peerId: number, now: string): Promise<void> {
  await tx.insertInto('used_joining_code').values({ proof, peer_id: peerId, used_at: now }).execute();
}
