import { toRomeDay } from '@varco/domain/time/rome.ts';
import type { ManifestFacts } from '@varco/evidence/manifest.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { isAccountUsable } from '../../auth/current-user.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import { findUserByUuid } from '../../auth/plant-user.repository.ts';
import type { SearchDeps } from '../transits/transits.public.ts';
import {
  buildExportSearch,
  parseStoredFilter,
  openExportRequest,
  openExportPassword,
  type ExportRequest,
  type ExportSearch,
} from './export-request.ts';
import type { ExportJob, ExportJobChange } from './export-jobs.repository.ts';
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
export interface ClaimedJob {
  readonly job: ExportJob;
  readonly signal: AbortSignal;
  update(change: ExportJobChange): Promise<ExportJob>;
}

export interface ExportWork {
  readonly deps: ExportDeps;
  readonly claim: ClaimedJob;
  readonly request: ExportRequest;
  readonly settings: PlantSettings;
  readonly search: ExportSearch;
  readonly searchDeps: SearchDeps;
  readonly password: string;
  readonly files: SegmentStore;
  readonly contents: ManifestFacts['contents'];
}

/** Loads everything needed to work on a job. Throws `ExportFailed` when it can no longer be done. */
export async function openExportWork(deps: ExportDeps, stored: ClaimedJob): Promise<ExportWork> {
  const { job } = stored;
  if (job.password_sealed === null || job.as_of === null) throw new ExportFailed('internal');
  const ask = openExportRequest(deps.key, job.id, job.ask_sealed);
  const settings = await readPlantSettings(deps.store.runner);
  const search = await buildCurrentSearch(deps, job, ask, settings);
  const withPictures = !ask.without_images && !job.pictures_withheld;
  const markParts = [settings.watermark_text, ask.actor.name, formatDateTime(job.created_at), ask.watermark_tag];
  return {
    deps,
    claim: stored,
    request: ask,
    settings,
    search,
    searchDeps: { store: deps.store, ministry: deps.ministry, municipality: settings.municipality },
    password: openExportPassword(deps.key, job.id, job.password_sealed),
    files: new SegmentStore(deps.exportFolder, job.id, deps.key),
    contents: {
      pictures: withPictures,
      context_pictures: withPictures && ask.with_context_images,
      watermark: withPictures ? markParts.filter((part) => part !== '').join(' · ') : '',
    },
  };
}

/** Builds the search with the user's current rights; a user who lost them gets nothing. Throws `ExportFailed`. */
export async function buildCurrentSearch(
  deps: ExportDeps,
  job: ExportJob,
  ask: ExportRequest,
  settings: PlantSettings,
): Promise<ExportSearch> {
  const user = await findUserByUuid(deps.store.runner, job.user_uuid);
  if (user === null || !isAccountUsable(user, toRomeDay(deps.now().getTime()))) throw new ExportFailed('no_perms');
  try {
    // An order is bound to the approvals that were usable when it was made, however long it takes.
    const times = { orderedAt: job.created_at, asOf: job.as_of ?? job.created_at };
    return await buildExportSearch(deps, user, parseStoredFilter(ask), settings.retention_days, times);
  } catch (error) {
    if (error instanceof AppError) throw new ExportFailed(error.code === 'no_perms' ? 'no_perms' : 'refused');
    throw error;
  }
}
