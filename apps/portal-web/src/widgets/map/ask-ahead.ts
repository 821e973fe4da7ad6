import { mapConfigQuery } from '../../lib/map/map-config.api.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { queryClient } from '../../lib/query-client.ts';
import { gateStatesQuery } from './gate-states.api.ts';

/** Asks for what a map of gates draws while its code is still on the way; nobody waits for it here. */
export function askMapAhead(): void {
  void queryClient.prefetchQuery(mapConfigQuery);
  for (const { peerId, state, login } of usePlants.getState().plants.values())
    if (state === 'ok' && login !== null) void queryClient.prefetchQuery(gateStatesQuery(peerId));
}
