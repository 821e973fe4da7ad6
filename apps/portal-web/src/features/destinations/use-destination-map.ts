import type { Position } from '@varco/domain/maps/geo.ts';
import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { useMemo } from 'react';
import { z } from 'zod';
import { now } from '../../lib/clock.ts';
import { useRoads } from '../../lib/map/use-roads.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { shiftMs } from '../../lib/rome-days.ts';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';
import { useSealedState } from '../../lib/storage/use-sealed-state.ts';
import { fitPositions, listGatePositions } from '../../widgets/map/fit-map.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { type PlantZone, useZones } from '../../widgets/map/zones.api.ts';
import { type DestinationQuery, useDestinations } from './destinations.api.ts';
import { type Flow, buildFlows, computeCentre, buildRoadPairs, type FlowDirection } from './flows.ts';

/** The query before an origin is selected. */
export type DestinationDraft = Omit<DestinationQuery, 'origin'> & {
  readonly origin: DestinationQuery['origin'] | null;
};

const DAY_MS = 86_400_000;

/** The query as stored in this browser; without a plant, the first one is used. */
type StoredDraft = Omit<DestinationDraft, 'peerId'> & { readonly peerId: number | null };
const storedDraft = createSealedValue<StoredDraft>(
  'destinations',
  z.object({
    peerId: z.int().nullable(),
    origin: z.object({ kind: z.enum(['gate', 'zone']), id: z.int() }).nullable(),
    start: z.string().max(40),
    end: z.string().max(40),
    withinMinutes: z.int().min(5).max(1_440),
  }),
);

/** Gates that belong to the origin. */
function findOriginGates(
  origin: DestinationDraft['origin'],
  gates: readonly PlantGate[],
  zones: readonly PlantZone[],
): readonly PlantGate[] {
  if (origin === null) return [];
  const ids =
    origin.kind === 'gate' ? [origin.id] : (zones.find(({ zone }) => zone.id === origin.id)?.zone.varchi ?? []);
  return gates.filter(({ gate }) => ids.includes(gate.id));
}

/** Query, result and map overlays of the screen. */
export function useDestinationMap(side: FlowDirection) {
  const plants = usePlantList().filter(
    ({ state, login }) => state === 'ok' && login !== null && canReadTransits(login.user) === null,
  );
  const [chosen, setDraft] = useSealedState(storedDraft, () => ({
    peerId: null,
    origin: null,
    start: shiftMs(now(), -DAY_MS),
    end: now(),
    withinMinutes: 120,
  }));
  // Plants sign in after the first render when the address is opened directly, so the default is not part of the state.
  const peerId = (plants.find((plant) => plant.peerId === chosen.peerId) ?? plants[0])?.peerId ?? null;
  const draft: DestinationDraft = { ...chosen, peerId: peerId ?? 0 };
  const { origin } = draft;
  const peerIds = useMemo(() => (peerId === null ? [] : [peerId]), [peerId]);
  const { gates } = useGateStates(peerIds);
  const { zones } = useZones(peerIds);
  const requested = useDestinations(origin === null ? null : { ...draft, origin });
  const { data: answer } = requested;
  const middle = useMemo(() => computeCentre(findOriginGates(origin, gates, zones)), [origin, gates, zones]);
  const pairs = useMemo(() => buildRoadPairs(answer, side, middle, gates), [answer, side, middle, gates]);
  const roads = useRoads(pairs);
  const flows = useMemo(
    () => (answer === undefined ? [] : buildFlows(answer, side, { origin: middle, gates, roads })),
    [answer, side, middle, gates, roads],
  );
  return { plants, draft, setDraft, gates, zones, asked: requested, middle, roads, flows };
}

/** Fits the map to the flows and their origin, or to all gates while there are no flows. */
export function fitFlows(
  map: MapHandle | null,
  flows: readonly Flow[],
  middle: Position | null,
  gates: readonly PlantGate[],
): void {
  const ends = flows.flatMap(({ position: at }): Position[] => (at === null ? [] : [at]));
  fitPositions(map, ends.length === 0 ? listGatePositions(gates) : [...ends, ...(middle === null ? [] : [middle])]);
}
