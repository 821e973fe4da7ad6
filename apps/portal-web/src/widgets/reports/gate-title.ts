import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { getPlantCode } from '../../lib/plants/use-plants.ts';
import { type ChosenGate, toGateKey } from '../gates/gate-choice.ts';

/** Name of a gate among those of several plants. `names` by gate key; a gate without a name is shown by its number. */
export function formatGateTitle(gate: ChosenGate, names: ReadonlyMap<string, string>): string {
  const plant = findPlantByPeer(gate.peerId);
  return `${plant === undefined ? '' : getPlantCode(plant)} ${names.get(toGateKey(gate)) ?? gate.gateId}`.trim();
}
