import { isoOf } from '@varco/domain/time/rome.ts';
import { clearOrphans } from './clear-orphans.ts';
import { deleteAlerts } from './delete-alerts.ts';
import type { RetentionDeps } from './retention.deps.ts';
import { readSettings } from '../../settings/plant-settings.ts';
import { deleteTransits, type DeletedBatch } from './delete-transits.ts';
import { oldestRead } from '../transits/transits.public.ts';
import { countHolds } from './legal-holds.ts';
import { expirePictures, forgetRemovals, readRemovals, type PictureTerm } from './expire-pictures.ts';

const DAY_MS = 86_400_000;
/** Small, so that no transaction blocks ingest for long. */
const BATCH = 1000;
/** A file stored again within this time may belong to a read in progress; it is removed later as an orphan. */
const IN_USE_MS = 10 * 60_000;
const SYSTEM = { kind: 'system', id: null, name: 'retention', group: null, level: null, session: null } as const;

type Needs = Pick<RetentionDeps, 'pool' | 'store' | 'pictures' | 'auditSink' | 'now'>;

/** Number of items a run removed. */
export interface RetentionResult {
  readonly transits: number;
  /** Alerts of transits past their retention; they contain the same plates. */
  readonly alerts: number;
  /** Transits whose pictures of that kind were deleted. */
  readonly plate_pictures: number;
  readonly context_pictures: number;
  readonly files: number;
  /** Picture files that no transit ever referred to. */
  readonly orphan_files: number;
  readonly months: number;
}

/**
 * Deletes everything past its retention and not on legal hold: transits, pictures by their own retention, unreferenced
 * files, empty months. Records every run (security rules, part 6); while the audit log cannot be written nothing is
 * deleted. Null: aborted, or the log is not writable; the next run continues.
 */
export async function runRetention(needs: Needs, signal: AbortSignal): Promise<RetentionResult | null> {
  const { pool, store, auditSink } = needs;
  if (!auditSink.isWritable()) return null;
  const settings = await readSettings(store.runner);
  const nowMs = needs.now().getTime();
  const cutoffs = {
    transits: nowMs - settings.retention_days * DAY_MS,
    plate: nowMs - settings.plate_picture_days * DAY_MS,
    context: nowMs - settings.context_picture_days * DAY_MS,
  };
  const transits = await inBatches(signal, (fromMs) =>
    deleteTransits(pool, { fromMs, beforeMs: cutoffs.transits, limit: BATCH }),
  );
  const alerts = await inBatches(signal, () => deleteAlerts(pool, { beforeMs: cutoffs.transits, limit: BATCH }));
  const pictures = (term: PictureTerm): Promise<number> =>
    inBatches(signal, (fromMs) => expirePictures(pool, term, { fromMs, beforeMs: cutoffs[term], limit: BATCH }));
  const [platePictures, contextPictures] = [await pictures('plate'), await pictures('context')];
  await store.runner.run({ text: 'delete from plate_check where checked_at < $1', values: [isoOf(cutoffs.transits)] });
  const files = await removeFiles(needs, signal);
  const orphanFiles = await clearOrphans(needs, signal);
  const months = await dropMonths(needs, cutoffs.transits);
  const result = {
    transits,
    alerts,
    plate_pictures: platePictures,
    context_pictures: contextPictures,
    files,
    orphan_files: orphanFiles,
    months,
  };
  await auditSink.record({
    action: 'retention.run',
    outcome: signal.aborted ? 'partial' : 'ok',
    actor: SYSTEM,
    from: { ip: null, client: null },
    req: null,
    count: transits,
    detail: {
      ...result,
      term_days: settings.retention_days,
      plate_picture_days: settings.plate_picture_days,
      context_picture_days: settings.context_picture_days,
      ground: settings.retention_basis,
      act: settings.retention_act,
      cutoff: isoOf(cutoffs.transits),
      holds: await countHolds(store.runner),
      oldest_left: await oldestRead(store.runner),
    },
  });
  return signal.aborted ? null : result;
}

/** Repeats until a batch is not full; each starts where the previous one ended. */
async function inBatches(
  signal: AbortSignal,
  work: (fromMs: number | undefined) => Promise<DeletedBatch>,
): Promise<number> {
  let all = 0;
  let fromMs: number | undefined;
  while (!signal.aborted) {
    const batch = await work(fromMs);
    all += batch.count;
    fromMs = batch.fromMs;
    if (batch.count < BATCH) break;
  }
  return all;
}

/** Deletes the file before its removal record: after a crash between the two the next run finds the record again. */
async function removeFiles({ store, pictures, now }: Needs, signal: AbortSignal): Promise<number> {
  let files = 0;
  const sinceMs = now().getTime() - IN_USE_MS;
  await inBatches(signal, async () => {
    const removals = await readRemovals(store.runner, BATCH);
    for (const { hash, is_used: isUsed } of removals)
      if (!isUsed) files += await pictures.removeUntouched(hash, sinceMs);
    await forgetRemovals(
      store.runner,
      removals.map(({ hash }) => hash),
    );
    return { count: removals.length, fromMs: undefined };
  });
  return files;
}

async function dropMonths({ store }: Needs, beforeMs: number): Promise<number> {
  const text = 'select drop_empty_transit_months($1::timestamptz) as n';
  const [row] = await store.runner.run<{ n: number }>({ text, values: [isoOf(beforeMs)] });
  if (row !== undefined && row.n > 0) store.months.forget();
  return row?.n ?? 0;
}
