import type { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { getLineState, type PlantLine } from './plant-lines.ts';
import { getWatch, useNowMs, usePlantCounts } from './use-plant-counts.ts';

/** Ages and silent plants are looked at this often; counts come when a plant sends them. */
const LOOK_EVERY_MS = 5_000;

/** The plants of the user as the control room shows them. */
export interface WatchedPlants {
  /** All enabled plants. */
  readonly lines: readonly PlantLine[];
  /** Those that are live, with their counts: the plants in the totals. */
  readonly counted: readonly (readonly [peerId: number, ControlRoomCounts])[];
  /** Those that show transits to the user. */
  readonly readable: readonly PlantSession[];
  readonly nowMs: number;
}

/** Watches the plants of the user. A new `attempt` opens all streams again. */
export function useWatchedPlants(attempt: number): WatchedPlants {
  const all = usePlantList().filter(({ credential }) => credential.enabled);
  const readable = all.filter(isReadable);
  const byPlant = usePlantCounts(readable, attempt);
  const nowMs = useNowMs(LOOK_EVERY_MS);
  const lines = all.map((plant) => {
    const watch = getWatch(byPlant, plant.peerId);
    return { peerId: plant.peerId, name: getPlantLabel(plant), watch, state: getLineState(plant, watch, nowMs) };
  });
  const counted = lines.flatMap(({ peerId, state, watch }) =>
    state === 'live' && watch.counts !== null ? [[peerId, watch.counts] as const] : [],
  );
  return { lines, counted, readable, nowMs };
}
