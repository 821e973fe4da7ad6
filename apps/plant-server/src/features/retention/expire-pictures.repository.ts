import type { Pool } from 'pg';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { DeletedBatch, DeletionBatch } from './delete-transits.repository.ts';
import { runDeletion, notOnHoldSql } from './legal-holds.repository.ts';
import { FLAG } from '../transits/transits.public.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner, Statement } from '../../database/sql-statement.ts';

/** Full and plate pictures share a retention term, because both show the plate. */
export type PictureTerm = 'plate' | 'context';

const COLUMNS = { plate: ['full_hash', 'plate_hash'], context: ['context_hash'] } as const;
const FLAGS = { plate: FLAG.full | FLAG.plate, context: FLAG.context } as const;

/** Deletes pictures from transits and records their files for removal, in one transaction. The transits remain. */
const expireStatement = (term: PictureTerm, { fromMs, beforeMs, limit }: DeletionBatch): Statement => {
  const columns = COLUMNS[term];
  const isThere = columns.map((column) => `${column} <> ''`).join(' or ');
  const hasOthers = COLUMNS[term === 'plate' ? 'context' : 'plate'].map((column) => `o.${column} <> ''`).join(' or ');
  return {
    name: `expire-pictures-${term}`,
    text: `with old as materialized (
        select c.plate, c.ts, c.id, full_hash, plate_hash, context_hash from transit_picture as c
        where c.ts >= $3::timestamptz and c.ts < $1::timestamptz and (${isThere}) and ${notOnHoldSql('c')} order by c.ts limit $2),
      marked as (
        update transit as t set flags = t.flags & ~${FLAGS[term]}::smallint from old as o
        where t.plate = o.plate and t.ts = o.ts and t.id = o.id and t.ts < $1::timestamptz),
      marked_unread as (
        update unread_transit as t set flags = t.flags & ~${FLAGS[term]}::smallint from old as o
        where o.plate = '' and t.ts = o.ts and t.id = o.id and t.ts < $1::timestamptz),
      cleared as (
        update transit_picture as p set ${columns.map((column) => `${column} = ''`).join(', ')} from old as o
        where p.plate = o.plate and p.ts = o.ts and p.id = o.id and p.ts < $1::timestamptz and (${hasOthers})),
      emptied as (
        delete from transit_picture as p using old as o
        where p.plate = o.plate and p.ts = o.ts and p.id = o.id and p.ts < $1::timestamptz and not (${hasOthers})),
      removals as (
        insert into picture_removal (hash)
        select distinct hash from old cross join lateral unnest(array[${columns.join(', ')}]) as hash where hash <> '' order by 1
        on conflict do nothing)
      select count(*)::int as n, max(ts) as last from old`,
    values: [toIsoInstant(beforeMs), limit, fromMs === undefined ? '-infinity' : toIsoInstant(fromMs)],
  };
};

/** Deletes the pictures of one term from a batch of the oldest transits that are not under a legal hold. */
export function expirePictures(pool: Pool, term: PictureTerm, batch: DeletionBatch): Promise<DeletedBatch> {
  const work = async (runner: Runner): Promise<DeletedBatch> => {
    const [row] = await runner.run<{ n: number; last: string | null }>(expireStatement(term, batch));
    const last = row?.last ?? null;
    return { count: row?.n ?? 0, fromMs: last === null ? batch.fromMs : parseInstantMs(last) };
  };
  return retryTransaction(() => runDeletion(pool, work));
}

export interface RemovablePicture {
  readonly hash: string;
  /** Another transit still shows the same bytes. */
  readonly is_used: boolean;
}

/** True when some transit shows the picture `r.hash`. */
const IS_USED = ['full_hash', 'plate_hash', 'context_hash']
  .map((column) => `exists (select 1 from transit_picture where ${column} = r.hash and ${column} <> '')`)
  .join(' or ');

/** Those of the pictures that no transit shows. */
export async function findUnusedPictures(runner: Runner, hashes: readonly string[]): Promise<readonly string[]> {
  const rows = await runner.run<{ hash: string }>({
    name: 'unused-pictures',
    text: `select r.hash from unnest($1::text[]) as r(hash) where not (${IS_USED})`,
    values: [hashes],
  });
  return rows.map(({ hash }) => hash);
}

/** Picture files recorded for removal. */
export const readRemovals = (runner: Runner, limit: number): Promise<readonly RemovablePicture[]> =>
  runner.run<RemovablePicture>({
    name: 'read-removals',
    text: `select r.hash, ${IS_USED} as is_used from picture_removal as r limit $1`,
    values: [limit],
  });

/** Deletes the records of files that have been handled. */
export async function deleteRemovals(runner: Runner, hashes: readonly string[]): Promise<void> {
  await runner.run({ text: 'delete from picture_removal where hash = any($1::text[])', values: [hashes] });
}
