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

/** A count that takes longer is given up: an estimate is never slow. */
const COUNT_MS = 2_000;

export interface Allowance {
  /** Transits a whole quota has. */
  readonly quota: number;
  /** Share of the day's quota already exported, 0 to 1 and above. */
  readonly used: number;
  /** Transits that may still be exported. */
  readonly most: number;
  /** Pictures are asked for and the licence does not give them. */
  readonly withheld: boolean;
}

export interface AskedContents {
  readonly without_images: boolean;
  readonly with_context_images: boolean;
  readonly mono: boolean;
}

/** T 6: a licence that is over gives no pictures. */
export const isLicenseValid = ({ license_expires_on: end }: PlantSettings, now: string): boolean =>
  end === null || end >= romeDayOf(msOf(now));

/** What a person may export here now. What is withheld is not counted. */
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

/** Transits of an export; cut off after two seconds, with a look whether there is any at all. */
export async function countExport(
  needs: SearchNeeds,
  { scope, query }: ExportScope,
  signal: AbortSignal,
): Promise<Counted> {
  const patience = AbortSignal.timeout(COUNT_MS);
  try {
    return { count: await countFound(needs, scope, query, AbortSignal.any([signal, patience])), isExact: true };
  } catch (error) {
    signal.throwIfAborted();
    if (!patience.aborted) throw error;
  }
  const { runner } = needs.store;
  const glance = AbortSignal.any([signal, AbortSignal.timeout(COUNT_MS)]);
  const found = await findTransits(needs, scope, { ...query, limit: 1, offset: 0 }, lonePage(runner), glance).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      if (glance.aborted) return { rows: [] };
      throw error;
    },
  );
  return { count: found.rows.length, isExact: false };
}

/**
 * Why an export has less than was asked for. Of transits picked one by one only those that are missing count, whatever hides
 * them: rights, retention, deletion.
 */
export function exportLimitations(search: ExportScope, found: Counted): readonly ExportLimitation[] {
  const picked = pickedCount(search);
  if (picked === null) return limitationsOf(search.scope, search.query);
  return found.isExact && found.count < picked ? ['chosen'] : [];
}

/** Assumed, not yet measured: bytes of a transit and milliseconds to make it. `npm run bench -- export` prints the real ones. */
export function sizeOf(
  count: number,
  { withImages, withContextImages }: ExportContents,
): { bytes: number; seconds: number } {
  const pictures = withContextImages ? 3 : withImages ? 2 : 0;
  const bytes = count * (180 + pictures * 45_000);
  return { bytes, seconds: Math.ceil((count * (withImages ? 8 : 0.2) * (withContextImages ? 2 : 1)) / 1_000) };
}
