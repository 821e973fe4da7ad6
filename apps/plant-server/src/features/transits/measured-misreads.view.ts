import type { MeasuredMisreads } from '@varco/contract/plant/transits.ts';
import type { Widening } from '@varco/domain/plates/widen-plate-query.ts';

/** What measured pairs did to a search, in the form of the API. How often each was counted is for administrators only. */
export const toMeasuredMisreads = ({ used, leftOut }: Widening): MeasuredMisreads => ({
  usati: used.map(({ read, actual }) => ({ letta: read, giusta: actual })),
  esclusi: leftOut,
});
