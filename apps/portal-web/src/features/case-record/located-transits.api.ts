import { type UseQueryOptions, queryOptions } from '@tanstack/react-query';
import { locateTransits, MAX_LOCATED_TRANSITS } from '@varco/contract/plant/transit-gates.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import type { RecordedTransit } from './record-contents.ts';

/** Where and when a transit of the record passed. */
interface LocatedTransit extends RecordedTransit {
  readonly passedAt: string;
  readonly gate: number;
}

/** A located transit with its plant. */
export interface PlacedTransit extends LocatedTransit {
  readonly plant: PlantSession;
}

/** The newest transits of one plant that a map shows: what one call may name. */
export const MAX_SHOWN_TRANSITS = MAX_LOCATED_TRANSITS;

/** Gate and time of these transits of one plant. A consultation, so it is asked once. */
export const locatedTransitsQuery = (
  source: string,
  transits: readonly RecordedTransit[],
): UseQueryOptions<readonly LocatedTransit[], Error, readonly LocatedTransit[], readonly unknown[]> =>
  queryOptions({
    queryKey: ['located-transits', source, transits.map(({ id }) => id)] as readonly unknown[],
    queryFn: async ({ signal }): Promise<readonly LocatedTransit[]> => {
      const ids = transits.map(({ id }) => id);
      const { objects } = await callPlant(source, locateTransits, { body: { ids } }, { signal });
      const found = new Map(objects.map((one) => [one.id, one]));
      return transits.flatMap((transit) => {
        const place = found.get(transit.id);
        return place === undefined ? [] : [{ ...transit, passedAt: place.data, gate: place.varco_id }];
      });
    },
    ...{ staleTime: Infinity, gcTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
