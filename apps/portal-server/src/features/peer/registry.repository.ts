import type { Updateable } from 'kysely';
import type { Db, PeerTable, Tx } from '../../db.ts';

/** Every plant of the registry, ordered by label. */
export const findAllPeers = (db: Db) =>
  db.selectFrom('peer').selectAll().orderBy('label').orderBy('id').limit(2000).execute();

export const findPeer = (db: Db | Tx, id: number) =>
  db.selectFrom('peer').where('id', '=', id).selectAll().executeTakeFirst();

/** The changed row; undefined when there is none. */
export const changePeer = (tx: Tx, id: number, change: Updateable<PeerTable>) =>
  tx.updateTable('peer').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** True when it existed. It is also removed from all users' lists. */
export async function removePeer(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('peer').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** An enabled plant and the hash of its code. */
export const findPeerWithCode = (db: Db, uuid: string) =>
  db
    .selectFrom('peer')
    .where('uuid', '=', uuid)
    .where('is_enabled', '=', true)
    .select(['id', 'plant_code_hash'])
    .executeTakeFirst();

/** Adds a plant to a person's list; repeating it changes nothing. */
export async function addPeerToUser(db: Db, userId: number, peerId: number): Promise<void> {
  await db
    .insertInto('user_peer')
    .values({ user_id: userId, peer_id: peerId })
    .onConflict((conflict) => conflict.columns(['user_id', 'peer_id']).doNothing())
    .execute();
}
