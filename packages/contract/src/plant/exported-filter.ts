import { z } from 'zod';
import { MAX_CHOSEN_TRANSITS } from '@varco/domain/exports/saved-exports.ts';
import { TransitId } from '../wire.ts';
import { Limitation, TransitFilter } from './transits.ts';

/**
 * Filter of an export: the filters of a search, or individually picked transits. `f_ids` is a Varco extension (ADR
 * 0018) and must be the only filter: combined with any other it is refused.
 *
 * `consenso` names the approval under which the export goes beyond the limits of the caller's role, as in a search (ADR
 * 0027). Picked transits name none: the plant finds the approvals that showed them.
 */
export const ExportedFilter = TransitFilter.extend({
  f_ids: z.array(TransitId).min(1).max(MAX_CHOSEN_TRANSITS).optional(),
  consenso: z.uuid().optional(),
}).meta({ id: 'ExportedFilter' });
export type ExportedFilter = z.infer<typeof ExportedFilter>;

/**
 * Why an export contains less than requested. `chosen`: some of the picked transits no longer exist, or are not
 * visible to this person.
 */
export const ExportLimitation = z.enum([...Limitation.options, 'chosen']).meta({ id: 'ExportLimitation' });
export type ExportLimitation = z.infer<typeof ExportLimitation>;
