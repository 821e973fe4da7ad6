import { type Selectable, sql } from 'kysely';
import type { Db, ExportJobTable, ExportOutcome, ExportPartTable, Tx } from '../../db.ts';

export type ExportRow = Selectable<ExportJobTable>;
export type PartRow = Selectable<ExportPartTable>;

export interface ExportWithParts {
  readonly job: ExportRow;
  readonly parts: readonly PartRow[];
}

const MAX_LISTED_EXPORTS = 500;

/** Exports of a person, newest first, each with its parts in order. */
export async function findExportsOfUser(db: Db, userId: number): Promise<readonly ExportWithParts[]> {
  const jobs = await db
    .selectFrom('export_job')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('guid')
    .limit(MAX_LISTED_EXPORTS)
    .execute();
  if (jobs.length === 0) return [];
  const parts = await db
    .selectFrom('export_part')
    .where(
      'guid',
      'in',
      jobs.map(({ guid }) => guid),
    )
    .selectAll()
    .orderBy('peer_number')
    .execute();
  const byGuid = Map.groupBy(parts, ({ guid }) => guid);
  return jobs.map((job) => ({ job, parts: byGuid.get(job.guid) ?? [] }));
}

/** An export of this person; other people's exports are not found. */
export async function findExport(db: Db, guid: string, userId: number): Promise<ExportWithParts | undefined> {
  const job = await db
    .selectFrom('export_job')
    .where('guid', '=', guid)
    .where('user_id', '=', userId)
    .selectAll()
    .executeTakeFirst();
  return job === undefined ? undefined : { job, parts: await findPartsOfExport(db, guid) };
}

export const findPartsOfExport = (db: Db, guid: string): Promise<PartRow[]> =>
  db.selectFrom('export_part').where('guid', '=', guid).selectAll().orderBy('peer_number').execute();

/** Locks the row until the transaction ends, whoever the owner is. */
export const lockExport = (tx: Tx, guid: string): Promise<ExportRow | undefined> =>
  tx.selectFrom('export_job').where('guid', '=', guid).selectAll().forUpdate().executeTakeFirst();

/** Serialises the starts of one person, so that the limit of saved exports cannot be exceeded. */
export const lockOwner = (tx: Tx, userId: number): Promise<unknown> =>
  tx.selectFrom('portal_user').where('id', '=', userId).select('id').forUpdate().executeTakeFirst();

/** Saved exports that count against the limit: all but direct ones, which have no file here. */
export async function countSaved(tx: Tx, userId: number): Promise<number> {
  const row = await tx
    .selectFrom('export_job')
    .where('user_id', '=', userId)
    .where('direct_file', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export interface ChangedExport {
  readonly notes?: string | undefined;
  readonly notified?: true | undefined;
}

export async function changeExport(tx: Tx, guid: string, userId: number, change: ChangedExport): Promise<boolean> {
  const result = await tx
    .updateTable('export_job')
    .set({
      ...(change.notes === undefined ? {} : { notes: change.notes }),
      ...(change.notified === undefined ? {} : { is_notified: true }),
      guid: sql`guid`,
    })
    .where('guid', '=', guid)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Cancels the person's pending exports, or only `guid`, and returns their guids. Incomplete parts are abandoned. */
export async function cancelPending(
  tx: Tx,
  userId: number,
  guid: string | null,
  now: string,
): Promise<readonly string[]> {
  const jobs = await tx
    .updateTable('export_job')
    .set({ cancelled_at: now, updated_at: now })
    .where('user_id', '=', userId)
    // Also while the file is being created: it is then delivered as that of a cancelled export.
    .where('state', 'in', ['asking', 'closing'])
    .where('cancelled_at', 'is', null)
    .$if(guid !== null, (query) => query.where('guid', '=', guid ?? ''))
    .returning('guid')
    .execute();
  const guids = jobs.map((job) => job.guid);
  if (guids.length > 0)
    await tx
      .updateTable('export_part')
      .set({ state: 'cancelled', ended_at: now })
      .where('guid', 'in', guids)
      .where('state', 'in', ['waiting', 'starting', 'running'])
      .execute();
  return guids;
}

/** True when it existed and belonged to this person. */
export async function removeExport(tx: Tx, guid: string, userId: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('export_job')
    .where('guid', '=', guid)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/**
 * Permits one download of the person's own file until `until`; false when there is no such file, or the key differs.
 */
export async function allowDownload(
  tx: Tx,
  guid: string,
  userId: number,
  keyHash: Buffer,
  until: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('export_job')
    .set({ download_until: until })
    .where('guid', '=', guid)
    .where('user_id', '=', userId)
    .where('key_hash', '=', keyHash)
    .where('file_size', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Uses up the permission of a download: the row with its owner, once, for the right key, while the account is active.
 */
export const consumeDownload = (db: Db, guid: string, keyHash: Buffer, now: string) =>
  db
    .updateTable('export_job')
    .set({ download_until: null })
    .from('portal_user')
    .whereRef('portal_user.id', '=', 'export_job.user_id')
    .where('portal_user.is_active', '=', true)
    .where('export_job.guid', '=', guid)
    .where('export_job.key_hash', '=', keyHash)
    .where('export_job.file_size', 'is not', null)
    .where('export_job.download_until', '>', now)
    .returning([
      'export_job.guid',
      'export_job.file_name',
      'export_job.file_size',
      'export_job.transits',
      'portal_user.uuid',
      'portal_user.username',
    ])
    .executeTakeFirst();

/** Ends an export: stores outcome and file, and deletes its secrets. */
export async function endExport(
  tx: Tx,
  guid: string,
  end: {
    readonly outcome: ExportOutcome;
    readonly file: { readonly size: number; readonly sha256: Buffer } | null;
    readonly transits: number;
    readonly now: string;
  },
): Promise<void> {
  await tx
    .updateTable('export_job')
    .set({
      state: 'ended',
      outcome: end.outcome,
      ended_at: end.now,
      updated_at: end.now,
      closing_until: null,
      secrets_sealed: null,
      transits: end.transits,
      file_size: end.file?.size ?? null,
      file_sha256: end.file?.sha256 ?? null,
    })
    .where('guid', '=', guid)
    .execute();
  await tx.updateTable('export_part').set({ secrets_sealed: null }).where('guid', '=', guid).execute();
}

/** User name of the owner of an export. */
export const findOwnerName = async (db: Db, userId: number): Promise<string | undefined> =>
  (await db.selectFrom('portal_user').where('id', '=', userId).select('username').executeTakeFirst())?.username;

/** Public keys (raw, base64url) by plant: the enrolled one, and the one before when it signed the change. */
export async function findPeerKeys(
  db: Db,
  peerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (peerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('peer')
    .where('id', 'in', [...peerIds])
    .select(['id', 'public_key', 'former_public_key'])
    .execute();
  return new Map(
    rows.map(({ id, public_key: key, former_public_key: former }) => [
      id,
      [key, former].flatMap((one) => (one === null ? [] : [one.toString('base64url')])),
    ]),
  );
}
