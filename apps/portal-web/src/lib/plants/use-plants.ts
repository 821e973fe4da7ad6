import { useMemo } from 'react';
import { type PlantSession, usePlants } from './plant-store.ts';

/** The plants of the user, in vault order. */
export function usePlantList(): readonly PlantSession[] {
  const plants = usePlants((state) => state.plants);
  return useMemo(() => [...plants.values()], [plants]);
}

/** Finds a plant by registry id; null when the user does not have it. */
export function usePlant(peerId: number): PlantSession | null {
  return usePlantList().find((plant) => plant.peerId === peerId) ?? null;
}

/** Display name of a plant: from the plant itself, else from the registry or the credential. */
export const getPlantLabel = (plant: PlantSession): string =>
  plant.login?.parameters.label ?? plant.peer?.label ?? plant.credential.label;

/** Three-letter code of a plant; empty when unknown. */
export const getPlantCode = (plant: PlantSession): string => plant.login?.parameters.code ?? plant.peer?.code ?? '';
