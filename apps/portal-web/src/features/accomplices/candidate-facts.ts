import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { MergedCandidate } from './merged-candidates.ts';

/** Nation of a candidate as the first plant that knows it read it; null: no plant does. */
export const findNation = ({ parts }: MergedCandidate): string | null =>
  parts.map(({ candidate }) => candidate.nazione).find((nation) => nation !== '') ?? null;

/** Vehicle class of a candidate as the first plant that knows it read it. */
export const findVehicleClass = ({ parts }: MergedCandidate): string =>
  parts.map(({ candidate }) => candidate.classe).find((known) => known !== '' && known !== 'undefined') ?? 'undefined';

/** Name of a plant; empty once it is signed out. */
export const findPlantLabel = (plants: readonly PlantSession[], peerId: number): string => {
  const plant = plants.find((one) => one.peerId === peerId);
  return plant === undefined ? '' : getPlantLabel(plant);
};

/** Name of a gate; its number while the gate list of the plant is not loaded. */
export const findGateName = (gates: readonly PlantGate[], peerId: number, gateId: number): string =>
  gates.find((one) => one.peerId === peerId && one.gate.id === gateId)?.gate.fullname ?? String(gateId);
