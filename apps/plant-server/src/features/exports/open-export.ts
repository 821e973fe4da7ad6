import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { enqueue } from '@varco/server-kit/jobs/enqueue.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { ExportsDeps } from './exports.deps.ts';
import { inTransaction, runnerSql } from '../../database/pg-runner.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import type { ExportPermit } from '../approvals/approvals.public.ts';
import { parseReportLanguage } from '../reports/reports.public.ts';
import { computeAllowance, type ExportAllowance, type RequestedContents } from './estimate.ts';
import {
  hashExportRequest,
  withoutPaging,
  buildExportSearch,
  sealExportRequest,
  sealExportPassword,
  type ExportRequest,
  type ExportSearch,
} from './export-request.ts';
import { BUILD_EXPORT } from './build-job.ts';
import { insertExportJob, type ExportJob, type ExportKind, type NewExportJob } from './export-jobs.repository.ts';

type PlantContext = CallContext<PlantViewer>;

export interface OpenedExport {
  readonly settings: PlantSettings;
  readonly allowance: ExportAllowance;
  readonly search: ExportSearch;
}

/** Common checks of every export: the stated reason, the user's rights, and the remaining quota. */
export async function openExport(
  deps: ExportsDeps,
  filter: ExportedFilter,
  requested: RequestedContents,
  ctx: PlantContext,
): Promise<OpenedExport> {
  const settings = await readPlantSettings(deps.store.runner);
  checkReason(ctx.reason, settings);
  const { user } = ctx.viewer;
  const times = { orderedAt: ctx.now(), asOf: ctx.now() };
  const search = await buildExportSearch(deps, user, filter, settings.retention_days, times);
  const allowance = await computeAllowance(deps, settings, user, requested, {
    freeRows: search.permit.freeRows,
    now: ctx.now(),
  });
  return { settings, allowance, search };
}

export interface NewExportRequest extends RequestedContents {
  readonly id: string;
  readonly kind: ExportKind;
  readonly filter: ExportedFilter;
  readonly watermark_tag: string;
  readonly label: string;
  readonly notes: string;
  /** Null: it is sent later, with the push call. */
  readonly password: string | null;
}

/** A job that was created, and what it may export. */
export interface OrderedExport {
  readonly job: ExportJob;
  readonly permit: ExportPermit;
}

/** Creates the job. Throws `conflict` when the guid is used, `no_perms` without the right to export. */
export async function createExportJob(
  deps: ExportsDeps,
  requested: NewExportRequest,
  ctx: PlantContext,
): Promise<OrderedExport> {
  const { allowance, search } = await openExport(deps, requested.filter, requested, ctx);
  const { user, actor } = ctx.viewer;
  await deps.rates.spend(RATES.exports, user.uuid);
  if (allowance.maxTransits === 0)
    throw new AppError('rate_limit_exceeded', { sub: 'export_quota', retryAfterS: 3_600 });
  const ask: ExportRequest = {
    filter: withoutPaging(requested.filter),
    without_images: requested.without_images,
    with_context_images: requested.with_context_images,
    watermark_tag: requested.watermark_tag,
    label: requested.label,
    notes: requested.notes,
    language: parseReportLanguage(ctx.request.headers['accept-language']),
    actor: {
      kind: 'user',
      id: user.uuid,
      name: user.username,
      group: user.group_name,
      level: user.level,
      session: actor.session ?? '',
    },
    ip: ctx.ip,
    reason: ctx.reason === null ? null : { ...ctx.reason, case: ctx.reason.case ?? null },
  };
  const inserted: NewExportJob = {
    id: requested.id,
    kind: requested.kind,
    state: requested.password === null ? 'delegated' : 'waiting',
    userUuid: user.uuid,
    session: ctx.viewer.session,
    askHash: hashExportRequest(requested),
    askSealed: sealExportRequest(deps.key, requested.id, ask),
    passwordSealed: requested.password === null ? null : sealExportPassword(deps.key, requested.id, requested.password),
    quota: allowance.quota,
    most: allowance.maxTransits,
    picturesWithheld: allowance.arePicturesWithheld,
    at: ctx.now(),
  };
  const job = await inTransaction(deps.pool, async (runner) => {
    const made = await insertExportJob(runner, inserted);
    if (made?.state === 'waiting') await enqueue(runnerSql(runner), BUILD_EXPORT, { export: made.id });
    return made;
  });
  if (job === null) throw new AppError('conflict', { sub: 'export_exists' });
  return { job, permit: search.permit };
}
