import type { Transit } from '@varco/contract/plant/transit.ts';
import { acceptsCorrections } from '@varco/domain/plates/plate-pattern.ts';
import { matchPlateQuery, type PlateCloseness, type PlateQuery } from '@varco/domain/plates/plate-query.ts';
import type { TransitRow } from './fetch-transits.repository.ts';

/** Order of closeness: exact, misread, then by number of errors. */
const rankCloseness = (closeness: PlateCloseness | null): number => {
  if (closeness === null) return Infinity;
  return closeness.kind === 'exact' ? 0 : closeness.kind === 'misread' ? 0.5 : closeness.errors;
};

/** Corrections do not count for terms marked with `=`, nor for what cameras read instead of a term. */
function computeCorrectedCloseness(corrected: string | null, plateQuery: PlateQuery): PlateCloseness | null {
  const terms = plateQuery.terms.filter(acceptsCorrections);
  return corrected === null || terms.length === 0 ? null : matchPlateQuery(corrected, { ...plateQuery, terms });
}

/**
 * Why a row is among the results: the closer one of the plate as read and its correction, or the plate as read when
 * both are equally close. Null: no filter on the plate.
 */
export function findMatch(
  row: Pick<TransitRow, 'plate' | 'corrected'>,
  plateQuery: PlateQuery | null,
): Transit['match'] {
  if (plateQuery === null || plateQuery.terms.length === 0) return null;
  const asRead = matchPlateQuery(row.plate, plateQuery);
  const corrected = computeCorrectedCloseness(row.corrected, plateQuery);
  const isCorrected = rankCloseness(corrected) < rankCloseness(asRead);
  const closest = (isCorrected ? corrected : asRead) ?? { kind: 'exact' };
  return { kind: closest.kind, errors: closest.kind === 'variation' ? closest.errors : 0, corrected: isCorrected };
}
