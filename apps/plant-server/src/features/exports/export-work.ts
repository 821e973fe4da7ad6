import { romeDayOf } from '@varco/domain/time/rome.ts';
import type { ManifestFacts } from '@varco/evidence/manifest.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { isUsable } from '../../auth/plant-authenticator.ts';
import { readSettings, type PlantSettings } from '../../settings/plant-settings.ts';
import { userByUuid } from '../../auth/plant-user.queries.ts';
import type { SearchNeeds } from '../transits/transits.public.ts';
import { exportScope, filterOf, openAsk, openPassword, type ExportAsk, type ExportScope } from './export-ask.ts';
import type { ExportJob, JobChange } from './export-jobs.queries.ts';
import type { ExportDeps } from './process/export-deps.ts';
import { SegmentStore } from './segment-store.ts';

/** Permanent failure of a job, with the cause reported to the user. */
export class ExportFailed extends Error {
  readonly problem: string;

  constructor(problem: string) {
    super(problem);
    this.problem = problem;
  }
}

/** A job claimed by this worker. Every change is stored at once and fails when the claim is lost. */
export interface HeldJob {
  readonly job: ExportJob;
  readonly signal: AbortSignal;
  change(change: JobChange): Promise<ExportJob>;
}

export interface ExportWork {
  readonly deps: ExportDeps;
  readonly held: HeldJob;
  readonly ask: ExportAsk;
  readonly settings: PlantSettings;
  readonly search: ExportScope;
  readonly needs: SearchNeeds;
  readonly password: string;
  readonly files: SegmentStore;
  readonly contents: ManifestFacts['contents'];
}

/** Loads everything needed to work on a job. Throws `ExportFailed` when it can no longer be done. */
export async function openWork(deps: ExportDeps, held: HeldJob): Promise<ExportWork> {
  const { job } = held;
  if (job.password_sealed === null || job.as_of === null) throw new ExportFailed('internal');
  const ask = openAsk(deps.key, job.id, job.ask_sealed);
  const settings = await readSettings(deps.store.runner);
  const search = await rightsOf(deps, job, ask, settings);
  const withPictures = !ask.without_images && !job.pictures_withheld;
  const markParts = [settings.watermark_text, ask.actor.name, formatDateTime(job.created_at), ask.watermark_tag];
  return {
    deps,
    held,
    ask,
    settings,
    search,
    needs: { store: deps.store, ministry: deps.ministry, municipality: settings.municipality },
    password: openPassword(deps.key, job.id, job.password_sealed),
    files: new SegmentStore(deps.exportFolder, job.id, deps.key),
    contents: {
      pictures: withPictures,
      context_pictures: withPictures && ask.with_context_images,
      watermark: withPictures ? markParts.filter((part) => part !== '').join(' · ') : '',
    },
  };
}

/** Builds the search with the user's current rights; a user who lost them gets nothing. Throws `ExportFailed`. */
export async function rightsOf(
  deps: ExportDeps,
  job: ExportJob,
  ask: ExportAsk,
  settings: PlantSettings,
): Promise<ExportScope> {
  const user = await userByUuid(deps.store.runner, job.user_uuid);
  if (user === null || !isUsable(user, romeDayOf(deps.now().getTime()))) throw new ExportFailed('no_perms');
  try {
    return exportScope(user, filterOf(ask), settings.retention_days, job.as_of ?? job.created_at);
  } catch (error) {
    if (error instanceof AppError) throw new ExportFailed(error.code === 'no_perms' ? 'no_perms' : 'refused');
    throw error;
  }
}
