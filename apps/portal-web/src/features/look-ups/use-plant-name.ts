import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';

/** Name of the plant through which a look-up was made. */
export function usePlantName(peerId: number): string {
  const plant = usePlant(peerId);
  return plant === null ? '' : getPlantLabel(plant);
}
