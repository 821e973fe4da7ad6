import type { Db } from '../../db.ts';

/** A plant that cosigns logs. */
export interface PeerWitness {
  readonly uuid: string;
  readonly url: string;
  readonly vkey: string;
  /** Last answer to the portal's own probe. */
  readonly reached_at: string | null;
}

/** Keeps the key by which a plant cosigns. */
export async function storePeerWitness(db: Db, peerId: number, vkey: string): Promise<void> {
  await db
    .insertInto('peer_witness')
    .values({ peer_id: peerId, vkey })
    .onConflict((conflict) => conflict.column('peer_id').doUpdateSet({ vkey }))
    .execute();
}

/** Enabled plants that cosign, in a fixed order. */
export const listPeerWitnesses = (db: Db): Promise<PeerWitness[]> =>
  db
    .selectFrom('peer_witness')
    .innerJoin('peer', 'peer.id', 'peer_witness.peer_id')
    .where('peer.is_enabled', '=', true)
    .where('peer.public_key', 'is not', null)
    .select(['peer.uuid', 'peer.url', 'peer_witness.vkey', 'peer.reached_at'])
    .orderBy('peer.uuid')
    .execute();
