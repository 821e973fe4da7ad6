import { z } from 'zod';
import { MAX_CHOSEN_TRANSITS } from '@varco/domain/exports/saved-exports.ts';
import { TransitId } from '../wire.ts';
import { Limitation, TransitFilter } from './transits.ts';

/**
 * What an export is asked with: the filters of a search, or transits picked one by one. `f_ids` is ours (ADR 0086) and stands
 * alone: with any other filter beside it, it is refused.
 */
export const ExportedFilter = TransitFilter.extend({
  f_ids: z.array(TransitId).min(1).max(MAX_CHOSEN_TRANSITS).optional(),
}).meta({ id: 'ExportedFilter' });
export type ExportedFilter = z.infer<typeof ExportedFilter>;

/** Why an export has less than was asked for. `chosen`: some of the picked transits are gone, or not for this person to see. */
export const ExportLimitation = z.enum([...Limitation.options, 'chosen']).meta({ id: 'ExportLimitation' });
export type ExportLimitation = z.infer<typeof ExportLimitation>;
