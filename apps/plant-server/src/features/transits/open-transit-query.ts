import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { mayBeWidened, widenPlateQuery } from '@varco/domain/plates/widen-plate-query.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import { type DailyConfusions, sumConfusions } from '../cameras/cameras.public.ts';
import { parseTransitQuery, type TransitQuery } from './transit-query.ts';

/** What is known of the characters that the cameras of the plant confuse. */
export type KnownConfusions = Pick<DailyConfusions, 'read'>;

/**
 * The query of a wire filter for this user. With misreads it also accepts what the searched gates, all of which the user may
 * see, were measured to confuse until the day of `now` (ADR 0005). This is read before a search opens its snapshot, so that
 * no call waits for a second connection while it holds one. Throws `bad_request` naming the field, `no_perms`.
 */
export async function openTransitQuery(
  confusions: KnownConfusions,
  filter: TransitFilter,
  scope: TransitScope,
  retentionDays: number,
  now: string,
): Promise<TransitQuery> {
  const query = parseTransitQuery(filter, scope, retentionDays, now);
  const { plates, gates } = query;
  if (!mayBeWidened(plates.plateQuery)) return query;
  const measured = sumConfusions(await confusions.read(parseInstantMs(now)), gates);
  if (measured.length === 0) return query;
  const { plateQuery, widening } = widenPlateQuery(plates.plateQuery, measured);
  const isConcerned = widening.used.length > 0 || widening.leftOut > 0;
  return isConcerned ? { ...query, plates: { ...plates, plateQuery }, widening } : query;
}
