import type { Transit } from '@varco/contract/plant/transit.ts';
import { closenessOf, type PlateCloseness, type PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import type { TransitRow } from './fetch-transits.ts';

/** Exact, then misread, then by errors. */
const distanceOf = (closeness: PlateCloseness | null): number => {
  if (closeness === null) return Infinity;
  return closeness.kind === 'exact' ? 0 : closeness.kind === 'misread' ? 0.5 : closeness.errors;
};

/** A correction does not count for terms marked with `=`. */
function correctedCloseness(corrected: string | null, question: PlateQuestion): PlateCloseness | null {
  const terms = question.terms.filter((term) => !term.onlyAsRead);
  return corrected === null || terms.length === 0 ? null : closenessOf(corrected, { ...question, terms });
}

/**
 * Why a row is among the results: the closer of the plate as read and its correction; as read when they are equally
 * close. Null: nothing was asked about the plate.
 */
export function matchOf(
  row: Pick<TransitRow, 'plate' | 'corrected'>,
  question: PlateQuestion | null,
): Transit['match'] {
  if (question === null || question.terms.length === 0) return null;
  const asRead = closenessOf(row.plate, question);
  const corrected = correctedCloseness(row.corrected, question);
  const isCorrected = distanceOf(corrected) < distanceOf(asRead);
  const closest = (isCorrected ? corrected : asRead) ?? { kind: 'exact' };
  return { kind: closest.kind, errors: closest.kind === 'variation' ? closest.errors : 0, corrected: isCorrected };
}
