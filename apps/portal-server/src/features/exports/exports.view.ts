import type { ExportProgress, SavedExport } from '@varco/contract/portal/saved-export.ts';
import { EXPORT_RETENTION_MS } from '@varco/domain/exports/export-limits.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import { openExportFilter } from './export-secrets.ts';
import type { ExportRow, ExportWithParts, PartRow } from './exports.repository.ts';

const secondsBetween = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1_000);
const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

interface RunProgress {
  readonly started: string | null;
  readonly updated: string | null;
  readonly ended: string | null;
  readonly count: number;
  readonly over: number | null;
}

/** Estimates the remaining time: the remaining transits take as long each as those done so far. */
function computeProgress(
  run: RunProgress,
  marks: Pick<ExportProgress, 'failed' | 'completed' | 'interrupted' | 'timed_out' | 'finished'>,
  now: string,
): ExportProgress {
  const elapsed = run.started === null ? null : secondsBetween(run.started, run.ended ?? now);
  const left = run.over === null ? null : Math.max(0, run.over - run.count);
  const isOver = run.ended !== null;
  return {
    ...marks,
    started: run.started,
    updated: run.updated,
    ended: run.ended,
    elapsed,
    eta: isOver || elapsed === null || left === null || run.count === 0 ? null : (elapsed * left) / run.count,
    progress_count: run.count,
    progress_over: run.over,
    progress_percentage: computePercentage(run, marks.completed),
  };
}

function computePercentage({ count, over }: RunProgress, isCompleted: boolean): number | null {
  if (isCompleted) return 100;
  if (over === null) return null;
  return over === 0 ? 0 : Math.min(100, Math.floor((count / over) * 100));
}

/** Transits done by a part: its own count once it was accepted, before that the plant's report. */
const countDone = (part: PartRow): number => (part.state === 'accepted' ? part.transits : part.progress_count);
const countTotal = (part: PartRow): number | null =>
  part.state === 'accepted' ? part.transits : (part.progress_over ?? part.estimate);

/** T 4.4, second set of states, for one plant. */
function getPartReception(part: PartRow): number {
  if (part.state === 'accepted') return 3;
  if (part.state === 'error' || part.state === 'cancelled') return 4;
  if (Number(part.received) > 0) return 2;
  return part.state === 'waiting' ? 0 : 1;
}

/** Reception of a whole export: the least advanced part counts; an error is reported once no part is pending. */
function getExportReception(parts: readonly PartRow[]): number {
  const all = parts.map(getPartReception);
  if (all.length === 0) return 0;
  if (all.every((one) => one === 3)) return 3;
  if (all.every((one) => one >= 3)) return 4;
  if (all.some((one) => one >= 2)) return 2;
  return Math.max(...all);
}

function toPartView(part: PartRow, now: string): SavedExport['peers'][number] {
  const isHere = part.state === 'accepted';
  const progress = computeProgress(
    {
      started: part.started_at,
      updated: part.last_sign_at,
      ended: part.ended_at,
      count: countDone(part),
      over: countTotal(part),
    },
    {
      failed: part.state === 'error' && part.fault !== 'expired',
      timed_out: part.state === 'error' && part.fault === 'expired',
      interrupted: part.state === 'cancelled',
      completed: isHere && part.is_complete === true,
      finished: isHere,
    },
    now,
  );
  return {
    peer_url: part.url,
    label: part.label,
    peer_number: part.peer_number,
    estimate: part.estimate,
    progress,
    reception: getPartReception(part),
    received: Number(part.received),
    fault: part.fault,
    tries: part.tries,
    next_try: part.ended_at === null ? part.next_try_at : null,
  };
}

/** Flags of an export; `finished` without `completed` means a file with something missing (readings TA12). */
export const getExportMarks = ({ outcome }: Pick<ExportRow, 'outcome'>) => ({
  failed: outcome === 'failed',
  interrupted: outcome === 'interrupted',
  timed_out: outcome === 'timed_out',
  completed: outcome === 'completed',
  finished: outcome === 'completed' || outcome === 'incomplete',
});

/**
 * Reports of plants change only the rows of the parts, not that of the export; the values for the whole are derived
 * from them.
 */
const getStartedAt = ({ parts }: ExportWithParts): string | null =>
  parts.flatMap(({ started_at: at }) => at ?? []).toSorted()[0] ?? null;
const getUpdatedAt = ({ job, parts }: ExportWithParts): string =>
  [job.updated_at, ...parts.flatMap(({ last_sign_at: sign, ended_at: end }) => [sign, end ?? sign])]
    .toSorted()
    .at(-1) ?? job.updated_at;

export function computeExportProgress(saved: ExportWithParts, now: string): ExportProgress {
  const { job, parts } = saved;
  const overs = parts.map(countTotal).filter((over) => over !== null);
  return computeProgress(
    {
      started: getStartedAt(saved),
      updated: getUpdatedAt(saved),
      ended: job.ended_at,
      count: job.ended_at === null ? sumNumbers(parts.map(countDone)) : job.transits,
      // A failed plant is no longer expected, so its transits do not count after the end.
      over: overs.length === 0 ? null : sumNumbers(overs),
    },
    getExportMarks(job),
    now,
  );
}

/** @param keyHash hash of the caller's present key; null: not sent */
export function toSavedExport(
  key: ServerKey,
  saved: ExportWithParts,
  keyHash: Buffer | null,
  now: string,
): SavedExport {
  const { job, parts } = saved;
  const isDirect = job.direct_file !== null;
  const progress = isDirect ? null : computeExportProgress(saved, now);
  const eta = progress?.eta ?? null;
  return {
    id: job.guid,
    created_at: job.created_at,
    notified: job.is_notified,
    user_id: job.user_id,
    label: job.label,
    notes: job.notes,
    file_name: job.file_name,
    file_size: job.file_size === null ? null : Number(job.file_size),
    kept_until: job.ended_at === null ? null : new Date(Date.parse(job.ended_at) + EXPORT_RETENTION_MS).toISOString(),
    prediction: eta === null ? null : new Date(Date.parse(now) + eta * 1_000).toISOString(),
    without_images: job.without_images,
    with_context_images: job.with_context_images,
    watermark_tag: job.watermark_tag,
    parameters: openExportFilter(key, job.guid, job.parameters_sealed),
    transits: progress?.progress_count ?? 0,
    reception: getExportReception(parts),
    progress,
    peers: parts.map((part) => toPartView(part, now)),
    key_matches: keyHash === null || keyHash.equals(job.key_hash),
    direct_export_config:
      job.direct_expires_at === null ? null : { sealed_pin: job.direct_pin, expires: job.direct_expires_at },
  };
}
