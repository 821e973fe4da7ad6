import { NewTransits, watchNewTransits, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { formatOrder } from '@varco/domain/federation/order.ts';
import { readEvents, readEventsForever, type StreamEvent } from '../../../lib/api/event-stream.ts';
import { parseGuarded } from '../../../lib/api/json-guard.ts';
import { getReasonHeader } from '../../../lib/case/reason.ts';
import { getPlantTarget } from '../../../lib/plants/plant-sessions.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import { computePeriodLimits } from './search-filter.ts';
import type { SearchState } from './search-state.ts';

/** What is watched on one plant: its search as the first page was asked for. */
export interface WatchedPlant {
  readonly peerId: number;
  readonly body: TransitFilter;
}

/**
 * The plants whose new transits can be told for a finished search: those that are shown. None when new rows would not come at
 * the top, when rows depend on other passages of their plate, or when the period is over.
 */
export function listWatchedPlants(state: SearchState): readonly WatchedPlant[] {
  const { search, filter, startedAt, status, order } = state;
  if (search === null || filter === null || startedAt === null || status !== 'done') return [];
  const { end } = computePeriodLimits(filter.period, startedAt);
  const isOver = end !== null && end < startedAt;
  if (isOver || order.field !== 'data' || !order.isDescending || filter.isDistinct || filter.recurrence.count > 0)
    return [];
  return search.parts
    .filter((part) => part.isAccepted && part.progress === 'completed')
    .map(({ plantId }) => ({
      peerId: Number(plantId),
      body: { ...toWireFilter(filter, startedAt, Number(plantId)), order_by: formatOrder(order) },
    }))
    .filter(({ body }) => body.f_codfisc === undefined);
}

/** Reads the number of new transits of one plant until the signal aborts. A plant that refuses is left alone. */
export function watchPlant(
  credentialId: string,
  body: TransitFilter,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const open = (): AsyncIterable<StreamEvent> =>
    readEvents(getPlantTarget(credentialId), watchNewTransits, { body }, signal, getReasonHeader());
  const onEvent = ({ name, data }: StreamEvent): void => {
    if (name !== 'nuovi') return;
    const json = parseGuarded(data);
    const message = json.ok ? NewTransits.safeParse(json.value) : null;
    if (message?.success === true) onCount(message.data.nuovi);
  };
  return readEventsForever(open, { onEvent }, signal);
}
