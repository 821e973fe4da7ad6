import { buildSystemOrigin } from '../../context/system-origin.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { removeOrphanPictures } from './remove-orphan-pictures.ts';
import { deleteOrphanNotes } from './delete-orphan-notes.repository.ts';
import { deleteAlerts } from './delete-alerts.repository.ts';
import { deleteUnreadTransits } from './delete-unread.repository.ts';
import type { RetentionDeps } from './retention.deps.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type PlantSettings, readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { deleteTransits } from './delete-transits.repository.ts';
import type { DeletedBatch } from './deletion-batch.ts';
import { deletePlateChecksBefore } from '../ministry/ministry.public.ts';
import { readOldestInstant } from '../transits/transits.public.ts';
import { APPROVAL_DAYS, deleteApprovalsBefore } from '../approvals/approvals.public.ts';
import { HANDOVER_DAYS } from '@varco/contract/plant/handovers.ts';
import { deleteHandoversBefore } from '../handovers/handovers.public.ts';
import {
  deletePersonRequestsBefore,
  expireRestricted,
  type ExpiredRestricted,
} from '../person-requests/person-requests.public.ts';
import { countHolds } from './legal-holds.repository.ts';
import { markNightlyRewrites, markRewriteDue } from './rewrite-due.repository.ts';
import { expirePictures, deleteRemovals, readRemovals, type PictureTerm } from './expire-pictures.repository.ts';

const DAY_MS = 86_400_000;
/** Small, so that no transaction blocks ingest for long. */
const ROWS_PER_BATCH = 1000;
/** A file stored again within this time may belong to a read in progress; it is removed later as an orphan. */
const MIN_UNTOUCHED_MS = 10 * 60_000;

type Needs = Pick<RetentionDeps, 'pool' | 'store' | 'pictures' | 'auditSink' | 'now' | 'key'>;

/** Number of items a run removed; restricted transits (ADR 0064) are counted apart. */
export interface RetentionResult extends ExpiredRestricted {
  readonly transits: number;
  /** Passages without a plate. */
  readonly unread_transits: number;
  /** Alerts of transits past their retention; they contain the same plates. */
  readonly alerts: number;
  /** Requests beyond a limit (ADR 0027), whose questions contain plates. */
  readonly approvals: number;
  /** Hand-overs of shifts (ADR 0055), whose notes may name plates. */
  readonly handovers: number;
  /** Requests of people about their data (ADR 0064), five years after their end. */
  readonly person_requests: number;
  /** Transits whose pictures of that kind were deleted. */
  readonly plate_pictures: number;
  readonly context_pictures: number;
  readonly files: number;
  /** Picture files that no transit ever referred to. */
  readonly orphan_files: number;
  /** Notes and corrections whose transit was gone before them; the others are deleted with their transit. */
  readonly orphan_notes: number;
  /** Results of the registry past the term, by plate. */
  readonly plate_checks: number;
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
  const settings = await readPlantSettings(store.runner);
  const nowMs = needs.now().getTime();
  const cutoffs = {
    transits: nowMs - settings.retention_days * DAY_MS,
    plate: nowMs - settings.plate_picture_days * DAY_MS,
    context: nowMs - settings.context_picture_days * DAY_MS,
  };
  const transits = await runInBatches(signal, (fromMs) =>
    deleteTransits(pool, { fromMs, beforeMs: cutoffs.transits, limit: ROWS_PER_BATCH }),
  );
  const unreadTransits = await runInBatches(signal, (fromMs) =>
    deleteUnreadTransits(pool, { fromMs, beforeMs: cutoffs.transits, limit: ROWS_PER_BATCH }),
  );
  const alerts = await runInBatches(signal, () =>
    deleteAlerts(pool, { beforeMs: cutoffs.transits, limit: ROWS_PER_BATCH }),
  );
  const pictures = (term: PictureTerm): Promise<number> =>
    runInBatches(signal, (fromMs) =>
      expirePictures(pool, term, { fromMs, beforeMs: cutoffs[term], limit: ROWS_PER_BATCH }),
    );
  const [platePictures, contextPictures] = [await pictures('plate'), await pictures('context')];
  const restricted = await expireRestricted(needs, cutoffs, signal);
  const beside = await deleteBesideTransits(store.runner, cutoffs.transits, nowMs);
  const files = await removePictureFiles(needs, signal);
  const orphanFiles = await removeOrphanPictures(needs, signal);
  const months = await store.months.dropEmpty(cutoffs.transits);
  const result = {
    transits,
    unread_transits: unreadTransits,
    alerts,
    ...restricted,
    ...beside,
    plate_pictures: platePictures,
    context_pictures: contextPictures,
    files,
    orphan_files: orphanFiles,
    months,
  };
  await auditSink.record({
    action: 'retention.run',
    outcome: signal.aborted ? 'partial' : 'ok',
    ...buildSystemOrigin('retention'),
    count: transits,
    detail: {
      ...result,
      ...describeTerms(settings),
      cutoff: toIsoInstant(cutoffs.transits),
      holds: await countHolds(store.runner),
      oldest_left: await readOldestInstant(store.runner),
    },
  });
  return signal.aborted ? null : result;
}

/** What names plates beside the transits, with their term or a shorter one; marks the tables to be rewritten. */
async function deleteBesideTransits(
  runner: Runner,
  transitsMs: number,
  nowMs: number,
): Promise<Pick<RetentionResult, 'orphan_notes' | 'approvals' | 'handovers' | 'person_requests' | 'plate_checks'>> {
  const orphanNotes = await deleteOrphanNotes(runner, transitsMs);
  const approvalsMs = Math.max(transitsMs, nowMs - APPROVAL_DAYS * DAY_MS);
  const approvals = await deleteApprovalsBefore(runner, toIsoInstant(approvalsMs));
  const handoversMs = Math.max(transitsMs, nowMs - HANDOVER_DAYS * DAY_MS);
  const handovers = await deleteHandoversBefore(runner, toIsoInstant(handoversMs));
  const personRequests = await deletePersonRequestsBefore(runner, toIsoInstant(nowMs));
  const plateChecks = await deletePlateChecksBefore(runner, toIsoInstant(transitsMs));
  await markRewriteDue(runner, [
    ...(plateChecks > 0 ? ['plate_check'] : []),
    ...(approvals > 0 ? ['approval_request'] : []),
    ...(handovers > 0 ? ['handover', 'handover_item'] : []),
    ...(personRequests > 0 ? ['person_request', 'person_request_step', 'person_request_end'] : []),
  ]);
  await markNightlyRewrites(runner);
  return {
    orphan_notes: orphanNotes,
    approvals,
    handovers,
    person_requests: personRequests,
    plate_checks: plateChecks,
  };
}

/** The terms in force, each with its basis and act, as the log entry states them. */
const describeTerms = (settings: PlantSettings): Readonly<Record<string, string | number>> => ({
  term_days: settings.retention_days,
  plate_picture_days: settings.plate_picture_days,
  context_picture_days: settings.context_picture_days,
  ground: settings.retention_basis,
  act: settings.retention_act,
  plate_picture_ground: settings.plate_picture_basis,
  plate_picture_act: settings.plate_picture_act,
  context_picture_ground: settings.context_picture_basis,
  context_picture_act: settings.context_picture_act,
});

/**
 * Repeats `work` until a batch is not full; each batch starts where the previous one ended. Returns the sum of their
 * counts.
 */
async function runInBatches(
  signal: AbortSignal,
  work: (fromMs: number | undefined) => Promise<DeletedBatch>,
): Promise<number> {
  let all = 0;
  let fromMs: number | undefined;
  while (!signal.aborted) {
    const batch = await work(fromMs);
    all += batch.count;
    fromMs = batch.fromMs;
    if (batch.count < ROWS_PER_BATCH) break;
  }
  return all;
}

/** Deletes the file before its removal record: after a crash between the two the next run finds the record again. */
async function removePictureFiles({ store, pictures, now }: Needs, signal: AbortSignal): Promise<number> {
  let files = 0;
  const sinceMs = now().getTime() - MIN_UNTOUCHED_MS;
  await runInBatches(signal, async () => {
    const removals = await readRemovals(store.runner, ROWS_PER_BATCH);
    for (const { hash, isUsed } of removals) if (!isUsed) files += await pictures.removeUntouched(hash, sinceMs);
    await deleteRemovals(
      store.runner,
      removals.map(({ hash }) => hash),
    );
    return { count: removals.length, fromMs: undefined };
  });
  return files;
}
