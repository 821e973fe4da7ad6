import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';

/** Plate filters of a search: by characters, by owner, or both. */
export interface PlateFilters {
  readonly plateQuery: PlateQuery;
  /** Tax code or VAT number of the owner in upper case; null: no owner filter. */
  readonly ownerCode: string | null;
}

/** Maximum number of alternatives with variations, because each is compared with every plate of the plant. */
const MAX_VARIED_TERMS = 20;

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

const isVariations = (count: number): count is PlateQuery['variations'] => [0, 1, 2, 3].includes(count);

/** The pattern with the allowed misreads and variations. Throws `bad_request` naming the field. */
export function parseFilterPlateQuery(filter: TransitFilter): PlateQuery {
  const parsed = parsePlatePattern(filter.f_targa ?? '');
  if (!parsed.ok) throw invalid('f_targa');
  const variations = filter.f_allowed_plate_errors ?? 0;
  if (!isVariations(variations)) throw invalid('f_allowed_plate_errors');
  if (variations > 0 && parsed.terms.length > MAX_VARIED_TERMS) throw invalid('f_allowed_plate_errors');
  return { terms: parsed.terms, misreads: filter.f_allowed_plate_misreads ?? false, variations };
}

/** A personal tax code has 16 characters, a company's VAT number 11 digits. Anything else is invalid. */
export function parseOwnerCode(text: string | undefined): string | null {
  if (text === undefined) return null;
  const code = text.replaceAll(' ', '').toUpperCase();
  if (!/^(?:[A-Z]{6}[0-9A-Z]{2}[A-EHLMPRST][0-9A-Z]{2}[A-Z][0-9A-Z]{3}[A-Z]|\d{11})$/.test(code))
    throw invalid('f_codfisc');
  return code;
}
