import { ExportLimitation } from '@varco/contract/plant/exported-filter.ts';
import { type ExportEstimate, type ExportPart, MAX_EXPORT_APPROVALS } from '@varco/contract/plant/exports.ts';
import type { PlantExport } from '@varco/contract/plant/plant-exports.ts';
import { EXPORT_RETENTION_MS } from '@varco/domain/exports/export-limits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { ExportPermit } from '../approvals/approvals.public.ts';
import { openExportRequest } from './export-request.ts';
import type { ExportJob } from './export-jobs.repository.ts';

/**
 * True when nothing requested is missing from the part. A request means the gates that the user may see: one that names
 * another gate is refused. Their limit is declared in the part, but it is not a lack.
 */
export const isComplete = (job: ExportJob): boolean =>
  job.limitations.every((one) => one === 'gates') &&
  !job.pictures_withheld &&
  job.pictures_expired === 0 &&
  job.pictures_unreadable === 0;

/** The approvals of an export for an estimate; nothing: within the limits of the role. */
export const toApprovalsView = ({ approvals }: Pick<ExportPermit, 'approvals'>): Pick<ExportEstimate, 'consensi'> =>
  approvals.length === 0
    ? {}
    : {
        consensi: approvals
          .slice(0, MAX_EXPORT_APPROVALS)
          .map(({ id, grantedBy, usableUntil }) => ({ id, deciso_da: grantedBy, valida_fino: usableUntil })),
      };

/** A job in the format of the API (T 3.9). `nowMs` is used to compute the elapsed time. */
export function toExportPart(job: ExportJob, nowMs: number): ExportPart {
  const startedMs = job.started_at === null ? null : parseInstantMs(job.started_at);
  const endMs = job.ended_at === null ? nowMs : parseInstantMs(job.ended_at);
  const elapsed = startedMs === null ? 0 : Math.max(0, Math.round((endMs - startedMs) / 1_000));
  const over = job.total ?? job.done;
  const isOver = job.ended_at !== null;
  const isMade = job.state === 'ready' || job.state === 'delivered';
  const share = isMade ? 1 : over === 0 ? 0 : Math.min(job.done / over, 1);
  return {
    job_id: job.id,
    phase: job.state === 'delegated' ? 'waiting' : job.state,
    pending: !isOver,
    failed: job.state === 'failed',
    interrupted: job.state === 'cancelled',
    timed_out: job.state === 'timed_out',
    updated: job.updated_at,
    started: job.started_at,
    ended: job.ended_at,
    elapsed,
    eta: isOver || share === 0 ? null : Math.round((elapsed / share) * (1 - share)),
    progress_count: job.done,
    progress_over: over,
    progress_percentage: Math.floor(share * 100),
    bytes: job.bytes,
    bytes_sent: job.bytes_sent,
    sha256: job.sha256,
    problem: job.problem,
    limitations: ExportLimitation.options.filter((one) => job.limitations.includes(one)),
    pictures_withheld: job.pictures_withheld,
    complete: isComplete(job),
  };
}

export function toPlantExportView(key: ServerKey, job: ExportJob, nowMs: number): PlantExport {
  return {
    ...toExportPart(job, nowMs),
    id: job.id,
    label: openExportRequest(key, job.id, job.ask_sealed).label,
    created_at: job.created_at,
    expires_at: job.ended_at === null ? null : toIsoInstant(parseInstantMs(job.ended_at) + EXPORT_RETENTION_MS),
  };
}
