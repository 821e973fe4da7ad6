import type { Insertable } from 'kysely';
import type { ExportJobTable, ExportPartTable, Tx } from '../../db.ts';

export interface OwnPeer {
  readonly id: number;
  readonly url: string;
  readonly label: string;
  /** The address in the form in which it is unique. */
  readonly url_key: string;
}

/** The enabled plants of a person's own list with these keys. */
export const readOwnPeers = (tx: Tx, userId: number, urlKeys: readonly string[]): Promise<readonly OwnPeer[]> =>
  tx
    .selectFrom('user_peer')
    .innerJoin('peer', 'peer.id', 'user_peer.peer_id')
    .where('user_peer.user_id', '=', userId)
    .where('peer.is_enabled', '=', true)
    .where('peer.url_key', 'in', urlKeys)
    .select(['peer.id', 'peer.url', 'peer.label', 'peer.url_key'])
    .execute();

export async function insertExportJob(tx: Tx, job: Insertable<ExportJobTable>): Promise<void> {
  await tx.insertInto('export_job').values(job).execute();
}

export async function insertExportParts(tx: Tx, parts: readonly Insertable<ExportPartTable>[]): Promise<void> {
  await tx.insertInto('export_part').values(parts).execute();
}
