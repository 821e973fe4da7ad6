import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { ExportsDeps } from './exports.deps.ts';
import { readSettings, type PlantSettings } from '../../settings/plant-settings.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { languageOf } from '../prints/prints.public.ts';
import { allowanceOf, type Allowance, type AskedContents } from './estimate.ts';
import {
  askHash,
  exportedFilter,
  exportScope,
  sealAsk,
  sealPassword,
  type ExportAsk,
  type ExportScope,
} from './export-ask.ts';
import { createJob, type ExportJob, type ExportKind } from './export-jobs.queries.ts';

type Context = CallContext<PlantViewer>;

export interface Opened {
  readonly settings: PlantSettings;
  readonly allowance: Allowance;
  readonly search: ExportScope;
}

/** Common checks of every export: the stated reason, the user's rights, and the remaining quota. */
export async function openExport(
  deps: ExportsDeps,
  filter: ExportedFilter,
  asked: AskedContents,
  ctx: Context,
): Promise<Opened> {
  const settings = await readSettings(deps.store.runner);
  checkReason(ctx.reason, settings);
  const search = exportScope(ctx.viewer.user, filter, settings.retention_days, ctx.now());
  const allowance = await allowanceOf(deps, settings, ctx.viewer.user, asked, ctx.now());
  return { settings, allowance, search };
}

export interface NewExport extends AskedContents {
  readonly id: string;
  readonly kind: ExportKind;
  readonly filter: ExportedFilter;
  readonly watermark_tag: string;
  readonly label: string;
  readonly notes: string;
  /** Null: it is sent later, with the push call. */
  readonly password: string | null;
}

/** Creates the job. Throws `conflict` when the guid is used, `no_perms` without the right to export. */
export async function writeExport(deps: ExportsDeps, asked: NewExport, ctx: Context): Promise<ExportJob> {
  const { allowance } = await openExport(deps, asked.filter, asked, ctx);
  const { user, actor } = ctx.viewer;
  await deps.rates.spend(RATES.exports, user.uuid);
  if (allowance.most === 0) throw new AppError('rate_limit_exceeded', { sub: 'export_quota', retryAfterS: 3_600 });
  const ask: ExportAsk = {
    filter: exportedFilter(asked.filter),
    without_images: asked.without_images,
    with_context_images: asked.with_context_images,
    watermark_tag: asked.watermark_tag,
    label: asked.label,
    notes: asked.notes,
    language: languageOf(ctx.request.headers['accept-language']),
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
  const job = await createJob(deps.store.runner, {
    id: asked.id,
    kind: asked.kind,
    state: asked.password === null ? 'delegated' : 'waiting',
    userUuid: user.uuid,
    askHash: askHash(asked),
    askSealed: sealAsk(deps.key, asked.id, ask),
    passwordSealed: asked.password === null ? null : sealPassword(deps.key, asked.id, asked.password),
    quota: allowance.quota,
    most: allowance.most,
    picturesWithheld: allowance.withheld,
    at: ctx.now(),
  });
  if (job === null) throw new AppError('conflict', { sub: 'export_exists' });
  return job;
}
