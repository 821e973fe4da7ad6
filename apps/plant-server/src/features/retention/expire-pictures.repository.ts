import type { Pool } from 'pg';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { DeletedBatch, DeletionBatch } from './deletion-batch.ts';
import { runDeletion, notOnHoldSql } from './legal-holds.repository.ts';
import { FLAG } from '../transits/transits.public.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner, Statement } from '../../database/sql-statement.ts';

/** Full and plate pictures share a retention term, because both show the plate. */
export type PictureTerm = 'plate' | 'context';

const COLUMNS = { plate: ['full_hash', 'plate_hash'], context: ['context_hash'] } as const;
const FLAGS = { plate: FLAG.full | FLAG.plate, context: FLAG.context } as const;

/** A read names the picture that shows its plate. */
const CLEAR_READS = `reads as (
        update transit_read as r set picture = '' from old as o
        where r.plate = o.plate and r.ts = o.ts and r.id = o.id and r.ts < $1::timestamptz and r.picture <> ''),
      `;

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
      ${term === 'plate' ? CLEAR_READS : ''}removals as (
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
  readonly isUsed: boolean;
}

/** Those of the pictures `$1` that some transit shows. */
const USED = ['full_hash', 'plate_hash', 'context_hash']
  .map(
    (column) => `select ${column} as hash from transit_picture where ${column} = any($1::text[]) and ${column} <> ''`,
  )
  .join(' union ');

async function findUsedPictures(runner: Runner, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await runner.run<{ hash: string }>({ name: 'used-pictures', text: USED, values: [hashes] });
  return new Set(rows.map(({ hash }) => hash));
}

/** Those of the pictures that no transit shows. */
export async function findUnusedPictures(runner: Runner, hashes: readonly string[]): Promise<readonly string[]> {
  const used = await findUsedPictures(runner, hashes);
  return hashes.filter((hash) => !used.has(hash));
}

/** Picture files recorded for removal. */
export async function readRemovals(runner: Runner, limit: number): Promise<readonly RemovablePicture[]> {
  const rows = await runner.run<{ hash: string }>({
    name: 'read-removals',
    text: 'select hash from picture_removal limit $1',
    values: [limit],
  });
  const used = await findUsedPictures(
    runner,
    rows.map(({ hash }) => hash),
  );
  return rows.map(({ hash }) => ({ hash, isUsed: used.has(hash) }));
}

/** Deletes the records of files that have been handled. */
export async function deleteRemovals(runner: Runner, hashes: readonly string[]): Promise<void> {
  await runner.run({ text: 'delete from picture_removal where hash = any($1::text[])', values: [hashes] });
}
