import type { Pool } from 'pg';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { DeletedBatch, DeletionBatch } from './deletion-batch.ts';
import type { ChosenTransits, RecordDeleted } from './delete-transits.repository.ts';
import { notOnHoldSql, runDeletion } from './legal-holds.repository.ts';
import { markRewriteDue } from './rewrite-due.repository.ts';
import { assembleTransits, type KeyedRow, selectTakenSql, type StoreTaken, type TakenStep } from './taken-transit.ts';

/** Deletes the passages that `selection` finds (gate, ts, id) with corrections, notes, reads and pictures; their files are removed later. `takes`: returns every deleted row as JSON text. */
const buildDeleteText = (selection: string, takes = false): string => `with gone as (
  delete from unread_transit as t using (${selection}) as o
  where t.gate = o.gate and t.ts = o.ts and t.id = o.id
  returning ${takes ? 't.*' : 't.ts, t.id'}),
corrections as (
  delete from plate_correction as c using gone as g where c.plate = '' and c.ts = g.ts and c.id = g.id${takes ? ' returning c.*' : ''}),
notes as (
  delete from transit_note as n using gone as g where n.plate = '' and n.ts = g.ts and n.id = g.id${takes ? ' returning n.*' : ''}),
reads as (
  delete from transit_read as r using gone as g where r.plate = '' and r.ts = g.ts and r.id = g.id${takes ? ' returning r.*' : ''}),
pictures as (
  delete from transit_picture as p using gone as g where p.plate = '' and p.ts = g.ts and p.id = g.id
  returning ${takes ? 'p.*' : 'p.full_hash, p.plate_hash, p.context_hash'}),
removals as (
  insert into picture_removal (hash)
  select distinct hash from pictures cross join lateral unnest(array[full_hash, plate_hash, context_hash]) as hash where hash <> ''
  order by 1 on conflict do nothing)
${takes ? selectTakenSql('unread_transit') : 'select ts from gone'}`;

const DELETE_OLD = buildDeleteText(`select c.gate, c.ts, c.id from unread_transit as c
  where c.ts >= $3::timestamptz and c.ts < $1::timestamptz and ${notOnHoldSql('c')} order by c.ts, c.id limit $2`);

const DELETE_ONE = buildDeleteText(`select c.gate, c.ts, c.id from unread_transit as c
  where c.gate = $1 and c.ts = $2 and c.id = $3 and ${notOnHoldSql('c')}`);

const CHOSEN = `select c.gate, c.ts, c.id from unread_transit as c
  where c.id = any($2::bigint[]) and c.ts >= $3::timestamptz and c.ts < $1::timestamptz and ${notOnHoldSql('c')}`;
const DELETE_CHOSEN = buildDeleteText(CHOSEN);
const TAKE_CHOSEN = buildDeleteText(CHOSEN, true);

/** Deletes a batch of the oldest passages without a plate that are not under a legal hold. */
export function deleteUnreadTransits(pool: Pool, { fromMs, beforeMs, limit }: DeletionBatch): Promise<DeletedBatch> {
  const values = [toIsoInstant(beforeMs), limit, fromMs === undefined ? '-infinity' : toIsoInstant(fromMs)];
  return retryTransaction(() =>
    runDeletion(pool, async (runner) => {
      const gone = await runner.run<{ ts: string }>({ name: 'delete-unread-transits', text: DELETE_OLD, values });
      if (gone.length > 0) await markRewriteDue(runner, ['plate_correction', 'transit_note']);
      const last = gone.reduce((latest, { ts }) => Math.max(latest, parseInstantMs(ts)), 0);
      return { count: gone.length, fromMs: gone.length === 0 ? fromMs : last };
    }),
  );
}

/** Deletes a passage whose plate a later message stated, so that the vehicle is one transit; one on legal hold stays. */
export async function deleteReplacedTransit(pool: Pool, gate: number, id: string): Promise<void> {
  const values = [gate, toIsoInstant(parseTransitIdMs(id) ?? 0), id];
  await retryTransaction(() => runDeletion(pool, (runner) => runner.run({ text: DELETE_ONE, values })));
}

/** Deletes chosen passages without a plate that are not under a legal hold. */
export async function deleteChosenUnread(
  pool: Pool,
  chosen: Omit<ChosenTransits, 'plates'>,
  record: RecordDeleted,
): Promise<void> {
  const values = [toIsoInstant(chosen.beforeMs), chosen.ids, toIsoInstant(chosen.fromMs)];
  await retryTransaction(() =>
    runDeletion(pool, async (runner) => {
      const gone = await runner.run({ name: 'delete-chosen-unread', text: DELETE_CHOSEN, values });
      if (gone.length === 0) return;
      await markRewriteDue(runner, ['plate_correction', 'transit_note']);
      await record(runner, gone.length);
    }),
  );
}

/** As `deleteChosenUnread`, with everything that is deleted given to `store` in the same transaction. */
export async function takeChosenUnread(
  pool: Pool,
  chosen: Omit<ChosenTransits, 'plates'>,
  { check, store }: { readonly check: TakenStep; readonly store: StoreTaken },
): Promise<void> {
  const values = [toIsoInstant(chosen.beforeMs), chosen.ids, toIsoInstant(chosen.fromMs)];
  await retryTransaction(() =>
    runDeletion(pool, async (runner) => {
      await check(runner);
      const rows = await runner.run<KeyedRow>({ name: 'take-chosen-unread', text: TAKE_CHOSEN, values });
      if (rows.length === 0) return;
      await markRewriteDue(runner, ['plate_correction', 'transit_note']);
      await store(runner, assembleTransits('unread_transit', rows));
    }),
  );
}
