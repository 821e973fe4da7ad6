import { useMemo } from 'react';
import { type PlantSession, usePlants } from './plant-store.ts';

/** The plants of this user, in the order of the vault. */
export function usePlantList(): readonly PlantSession[] {
  const plants = usePlants((state) => state.plants);
  return useMemo(() => [...plants.values()], [plants]);
}

/** One plant by the registry's id; null when the user does not have it. */
export function usePlant(peerId: number): PlantSession | null {
  return usePlantList().find((plant) => plant.peerId === peerId) ?? null;
}

/** Name of a plant as shown: what the plant itself says, else what the registry or the credential says. */
export const plantLabel = (plant: PlantSession): string =>
  plant.login?.parameters.label ?? plant.peer?.label ?? plant.credential.label;

/** Three-letter code of a plant; empty when nobody told it. */
export const plantCode = (plant: PlantSession): string => plant.login?.parameters.code ?? plant.peer?.code ?? '';
