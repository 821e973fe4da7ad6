import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import { isTaxCode } from '../../../widgets/plate/plate-summary.ts';
import type { SearchFilter } from '../search/search-filter.ts';

/** A search near one that found nothing. */
export interface NearPlate {
  readonly id: 'start' | 'inside' | 'misreads' | 'variation';
  readonly filter: SearchFilter;
}

/** A variation of a shorter text would match nearly every plate. */
const MIN_LENGTH_FOR_VARIATION = 5;

/**
 * Searches near a plate without wildcards that found nothing: the same as the beginning or as a part of a plate, with
 * similar characters, with one other character. None for a list of plates, a pattern or a tax code.
 */
export function buildNearPlates(filter: SearchFilter): readonly NearPlate[] {
  const pattern = parsePlatePattern(filter.plate);
  const [only, more] = pattern.ok ? pattern.terms : [];
  const plate = only?.literal ?? null;
  if (plate === null || more !== undefined || only?.onlyAsRead === true) return [];
  if (filter.hasTaxCodes && isTaxCode(filter.plate)) return [];
  const near: NearPlate[] = [
    { id: 'start', filter: { ...filter, plate: `${plate}*` } },
    { id: 'inside', filter: { ...filter, plate: `*${plate}*` } },
  ];
  if (!filter.misreads) near.push({ id: 'misreads', filter: { ...filter, plate, misreads: true } });
  if (filter.variations === 0 && plate.length >= MIN_LENGTH_FOR_VARIATION)
    near.push({ id: 'variation', filter: { ...filter, plate, variations: 1 } });
  return near;
}
