import { type Selectable, sql } from 'kysely';
import type { ExportFault } from '@varco/contract/portal/saved-export.ts';
import type { Db, ExportPartTable, Tx } from '../../db.ts';

type PartRow = Selectable<ExportPartTable>;
/** States in which a part has not been received yet. */
const OPEN_STATES = ['waiting', 'starting', 'running'] as const;

/** The part of a plant in an export, locked until the transaction ends, and whether the export still needs it. */
export async function lockPart(tx: Tx, guid: string, peerId: number) {
  const job = await tx
    .selectFrom('export_job')
    .where('guid', '=', guid)
    .where('direct_file', 'is', null)
    .select(['guid', 'state', 'cancelled_at'])
    .forShare()
    .executeTakeFirst();
  if (job === undefined) return undefined;
  const part = await tx
    .selectFrom('export_part')
    .where('guid', '=', guid)
    .where('peer_id', '=', peerId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return part === undefined ? undefined : { part, isWanted: job.state === 'asking' && job.cancelled_at === null };
}

type PartKey = Pick<PartRow, 'guid' | 'peer_number'>;

export interface PartChange {
  readonly state?: PartRow['state'];
  readonly fault?: ExportFault | null;
  readonly received?: number;
  readonly progress_count?: number;
  readonly progress_over?: number | null;
  readonly sha256?: Buffer;
  readonly transits?: number;
  readonly pictures?: number;
  readonly is_complete?: boolean;
  readonly started_at?: string;
  readonly ended_at?: string;
  readonly last_sign_at?: string;
  readonly next_try_at?: string;
  readonly tries?: number;
  readonly is_told?: boolean;
  readonly secrets_sealed?: null;
}

/**
 * Never locks the row of the export: parts of many plants change at the same moment, each transaction would hold that
 * row for reading, and they would deadlock.
 */
export async function changePart(db: Db, key: PartKey, change: PartChange): Promise<void> {
  await db
    .updateTable('export_part')
    .set(change)
    .where('guid', '=', key.guid)
    .where('peer_number', '=', key.peer_number)
    .execute();
}

/** Like `changePart`, but only while the part is open; false: it was not. */
export async function changeOpenPart(db: Db, key: PartKey, change: PartChange): Promise<boolean> {
  const result = await db
    .updateTable('export_part')
    .set(change)
    .where('guid', '=', key.guid)
    .where('peer_number', '=', key.peer_number)
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Reserves parts whose plant is due to be called; no other process takes them before `until`. */
export async function reserveDueParts(db: Db, now: string, until: string, most: number): Promise<readonly PartRow[]> {
  const { rows } = await sql<PartRow>`
    update export_part set tries = tries + 1, next_try_at = ${until}::timestamptz
    where (guid, peer_number) in (
      select p.guid, p.peer_number from export_part p join export_job j on j.guid = p.guid
      where p.state in ('waiting', 'starting', 'running') and p.next_try_at <= ${now}::timestamptz
        and j.state = 'asking' and j.cancelled_at is null
      order by p.next_try_at limit ${most} for update of p skip locked)
    returning *`.execute(db);
  return rows;
}

/** Parts that are no longer needed and whose plant has not been informed yet. */
export const findUncancelledParts = (db: Db, most: number): Promise<PartRow[]> =>
  db
    .selectFrom('export_part')
    .where('state', '=', 'cancelled')
    .where('is_told', '=', false)
    .where('secrets_sealed', 'is not', null)
    .selectAll()
    .limit(most)
    .execute();

/**
 * Reserves one export to create its file: cancelled, or without open parts. Cancelled ones wait until every plant was
 * informed, or was called once.
 */
export async function reserveEndedExport(db: Db, now: string, until: string): Promise<string | undefined> {
  const { rows } = await sql<{ guid: string }>`
    update export_job set state = 'closing', closing_until = ${until}::timestamptz
    where guid = (
      select j.guid from export_job j
      where (j.state = 'asking' or (j.state = 'closing' and j.closing_until <= ${now}::timestamptz)) and j.direct_file is null
        and not exists (
          select from export_part p where p.guid = j.guid
            and (p.state in ('waiting', 'starting', 'running') or (p.state = 'cancelled' and not p.is_told)))
      order by j.created_at limit 1 for update of j skip locked)
    returning guid`.execute(db);
  return rows[0]?.guid;
}

/** Extends the reservation while the file is being created. */
export async function extendClosing(db: Db, guid: string, until: string): Promise<void> {
  await db.updateTable('export_job').set({ closing_until: until }).where('guid', '=', guid).execute();
}

/** Exports that ended before `before`. */
export const findExpiredExports = (db: Db, before: string): Promise<{ guid: string }[]> =>
  db
    .selectFrom('export_job')
    .where('state', '=', 'ended')
    .where('ended_at', '<', before)
    .select('guid')
    .limit(200)
    .execute();

export async function deleteExpiredExport(db: Db, guid: string): Promise<void> {
  await db.deleteFrom('export_job').where('guid', '=', guid).execute();
}

export const filterKnownGuids = async (db: Db, guids: readonly string[]): Promise<ReadonlySet<string>> =>
  guids.length === 0
    ? new Set()
    : new Set(
        (
          await db
            .selectFrom('export_job')
            .where('guid', 'in', [...guids])
            .select('guid')
            .execute()
        ).map(({ guid }) => guid),
      );
