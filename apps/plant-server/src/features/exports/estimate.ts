import type { ExportLimitation } from '@varco/contract/plant/exported-filter.ts';
import {
  EXPORT_REQUESTS_A_DAY,
  computeExportLimit,
  computeRemainingExports,
  type ExportContents,
} from '@varco/domain/exports/export-limits.ts';
import { toIsoInstant, parseInstantMs, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { readRowsLeft } from '../approvals/approvals.public.ts';
import type { ExportsDeps } from './exports.deps.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import {
  countSearchTransits,
  findTransits,
  listLimitations,
  createSinglePage,
  type SearchDeps,
} from '../transits/transits.public.ts';
import type { ExportSearch } from './export-request.ts';
import { readUsedQuota } from './export-jobs.repository.ts';

/** Time limit of a count: an estimate must be fast. */
const COUNT_TIMEOUT_MS = 2_000;

export interface ExportAllowance {
  /** Number of transits of a full daily quota. */
  readonly quota: number;
  /** Share of the daily quota already used, from 0; above 1 it is exceeded. */
  readonly used: number;
  /** Number of transits that may still be exported. */
  readonly maxTransits: number;
  /** True when pictures were requested but the licence does not include them. */
  readonly arePicturesWithheld: boolean;
}

export interface RequestedContents {
  readonly without_images: boolean;
  readonly with_context_images: boolean;
  readonly mono: boolean;
}

/** T 6: pictures are not exported with an expired licence. */
export const isLicenseValid = ({ license_expires_on: end }: PlantSettings, now: string): boolean =>
  end === null || end >= toRomeDay(parseInstantMs(now));

/**
 * What a user may export on this plant now. `freeRows`: rows that do not count against those of the day. Withheld pictures
 * are not counted against the quota.
 */
export async function computeAllowance(
  { store }: Pick<ExportsDeps, 'store'>,
  settings: PlantSettings,
  user: PlantUser,
  requested: RequestedContents,
  { freeRows, now }: { readonly freeRows: number; readonly now: string },
): Promise<ExportAllowance> {
  const withheld = !requested.without_images && !isLicenseValid(settings, now);
  const contents: ExportContents = {
    withImages: !requested.without_images && !withheld,
    withContextImages: requested.with_context_images && !withheld,
  };
  const quota = computeExportLimit(contents, requested.mono);
  const day = toRomeDay(parseInstantMs(now));
  const today = toIsoInstant(romeDayStart(day));
  const rowsLeft =
    user.rows_per_day === null
      ? Number.POSITIVE_INFINITY
      : freeRows + (await readRowsLeft(store.runner, { person: user.uuid, day, limit: user.rows_per_day }));
  const used = (await readUsedQuota(store.runner, user.uuid, today)) / EXPORT_REQUESTS_A_DAY;
  return {
    quota,
    used,
    arePicturesWithheld: withheld,
    maxTransits: Math.min(rowsLeft, computeRemainingExports(quota, used)),
  };
}

export interface TransitCountResult {
  readonly count: number;
  readonly isExact: boolean;
}

/** Counts the transits of an export. After two seconds only checks whether there are any. */
export async function countExportedTransits(
  needs: SearchDeps,
  { scope, query }: ExportSearch,
  signal: AbortSignal,
): Promise<TransitCountResult> {
  const timeout = AbortSignal.timeout(COUNT_TIMEOUT_MS);
  try {
    return { count: await countSearchTransits(needs, scope, query, AbortSignal.any([signal, timeout])), isExact: true };
  } catch (error) {
    signal.throwIfAborted();
    if (!timeout.aborted) throw error;
  }
  const { runner } = needs.store;
  const shortSignal = AbortSignal.any([signal, AbortSignal.timeout(COUNT_TIMEOUT_MS)]);
  const found = await findTransits(
    needs,
    scope,
    { ...query, limit: 1, offset: 0 },
    createSinglePage(runner),
    shortSignal,
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    if (shortSignal.aborted) return { rows: [] };
    throw error;
  });
  return { count: found.rows.length, isExact: false };
}

/**
 * Why an export has fewer transits than requested. For individually selected transits only missing ones count, whatever the
 * cause: rights, retention or deletion. A user with few gates who names some of them misses nothing.
 */
export function computeExportLimitations(search: ExportSearch, found: TransitCountResult): readonly ExportLimitation[] {
  const { pickedCount: picked } = search;
  if (picked === null) {
    const namesGates = search.query.gates !== search.scope.gates;
    return listLimitations(search.scope, search.query).filter((one) => one !== 'gates' || !namesGates);
  }
  return found.isExact && found.count < picked ? ['chosen'] : [];
}

/** Assumed, not measured: bytes per transit and milliseconds to process it. `npm run bench -- export` prints measured values. */
export function estimateSize(
  count: number,
  { withImages, withContextImages }: ExportContents,
): { bytes: number; seconds: number } {
  const pictures = withContextImages ? 3 : withImages ? 2 : 0;
  const bytes = count * (180 + pictures * 45_000);
  return { bytes, seconds: Math.ceil((count * (withImages ? 8 : 0.2) * (withContextImages ? 2 : 1)) / 1_000) };
}
