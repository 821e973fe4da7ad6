import { MAX_WATCHED_GATES } from '@varco/contract/plant/gate-watch.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { MonitorChoice } from './monitor-choice.ts';
import type { PlantGates } from './use-gate-watch.ts';

export interface MonitorGates {
  /** In the order of plants and gates. */
  readonly gates: readonly PlantGate[];
  readonly byPlant: readonly PlantGates[];
  /** Plants of which only some gates fit within the limit. */
  readonly truncatedPlants: readonly number[];
}

/** Gates to watch: the selected ones, or for a plant without selection all enabled gates that the user may see. */
export function selectMonitorGates(
  { peerIds, gates: chosen }: MonitorChoice,
  known: readonly PlantGate[],
): MonitorGates {
  const requested = new Set(chosen.map(({ peerId, gateId }) => `${peerId}:${gateId}`));
  const cut: number[] = [];
  const parts = peerIds.map((peerId) => {
    const isPicked = chosen.some((one) => one.peerId === peerId);
    const of = known.filter(
      ({ peerId: at, gate }) =>
        at === peerId &&
        gate.enabled_for_user &&
        (isPicked ? requested.has(`${peerId}:${gate.id}`) : gate.stato !== 'disabled'),
    );
    if (of.length > MAX_WATCHED_GATES) cut.push(peerId);
    return { peerId, of: of.slice(0, MAX_WATCHED_GATES) };
  });
  return {
    gates: parts.flatMap(({ of }) => of),
    byPlant: parts.map(({ peerId, of }) => ({ peerId, gateIds: of.map(({ gate }) => gate.id) })),
    truncatedPlants: cut,
  };
}
