import type { ExportLimitation } from '@varco/contract/plant/exported-filter.ts';
import {
  EXPORT_REQUESTS_A_DAY,
  exportCost,
  maxExportable,
  type ExportContents,
} from '@varco/domain/exports/exportable.ts';
import { isoOf, msOf, romeDayOf, romeDayStart } from '@varco/domain/time/rome.ts';
import type { ExportsDeps } from './exports.deps.ts';
import type { PlantSettings } from '../../settings/plant-settings.ts';
import type { PlantUser } from '../../auth/plant-user.queries.ts';
import { countFound, findTransits, limitationsOf, lonePage, type SearchNeeds } from '../transits/transits.public.ts';
import { type ExportScope, pickedCount } from './export-ask.ts';
import { usedQuota } from './export-jobs.queries.ts';

/** Time limit of a count: an estimate must be fast. */
const COUNT_MS = 2_000;

export interface Allowance {
  /** Number of transits of a full daily quota. */
  readonly quota: number;
  /** Share of the daily quota already used, from 0; above 1 it is exceeded. */
  readonly used: number;
  /** Number of transits that may still be exported. */
  readonly most: number;
  /** True when pictures were requested but the licence does not include them. */
  readonly withheld: boolean;
}

export interface AskedContents {
  readonly without_images: boolean;
  readonly with_context_images: boolean;
  readonly mono: boolean;
}

/** T 6: pictures are not exported with an expired licence. */
export const isLicenseValid = ({ license_expires_on: end }: PlantSettings, now: string): boolean =>
  end === null || end >= romeDayOf(msOf(now));

/** What a user may export on this plant now. Withheld pictures are not counted against the quota. */
export async function allowanceOf(
  { store }: Pick<ExportsDeps, 'store'>,
  settings: PlantSettings,
  user: PlantUser,
  asked: AskedContents,
  now: string,
): Promise<Allowance> {
  const withheld = !asked.without_images && !isLicenseValid(settings, now);
  const contents: ExportContents = {
    withImages: !asked.without_images && !withheld,
    withContextImages: asked.with_context_images && !withheld,
  };
  const quota = exportCost(contents, asked.mono);
  const today = isoOf(romeDayStart(romeDayOf(msOf(now))));
  const used = (await usedQuota(store.runner, user.uuid, today)) / EXPORT_REQUESTS_A_DAY;
  return { quota, used, withheld, most: maxExportable(quota, used) };
}

export interface Counted {
  readonly count: number;
  readonly isExact: boolean;
}

/** Counts the transits of an export. After two seconds only checks whether there are any. */
export async function countExport(
  needs: SearchNeeds,
  { scope, query }: ExportScope,
  signal: AbortSignal,
): Promise<Counted> {
  const timeout = AbortSignal.timeout(COUNT_MS);
  try {
    return { count: await countFound(needs, scope, query, AbortSignal.any([signal, timeout])), isExact: true };
  } catch (error) {
    signal.throwIfAborted();
    if (!timeout.aborted) throw error;
  }
  const { runner } = needs.store;
  const shortSignal = AbortSignal.any([signal, AbortSignal.timeout(COUNT_MS)]);
  const found = await findTransits(
    needs,
    scope,
    { ...query, limit: 1, offset: 0 },
    lonePage(runner),
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
 * cause: rights, retention or deletion.
 */
export function exportLimitations(search: ExportScope, found: Counted): readonly ExportLimitation[] {
  const picked = pickedCount(search);
  if (picked === null) return limitationsOf(search.scope, search.query);
  return found.isExact && found.count < picked ? ['chosen'] : [];
}

/** Assumed, not measured: bytes per transit and milliseconds to process it. `npm run bench -- export` prints measured values. */
export function sizeOf(
  count: number,
  { withImages, withContextImages }: ExportContents,
): { bytes: number; seconds: number } {
  const pictures = withContextImages ? 3 : withImages ? 2 : 0;
  const bytes = count * (180 + pictures * 45_000);
  return { bytes, seconds: Math.ceil((count * (withImages ? 8 : 0.2) * (withContextImages ? 2 : 1)) / 1_000) };
}
