import { plantLabel, usePlant } from '../../lib/plants/use-plants.ts';

/** Name of the plant a look-up was asked of. */
export function usePlantName(peerId: number): string {
  const plant = usePlant(peerId);
  return plant === null ? '' : plantLabel(plant);
}
