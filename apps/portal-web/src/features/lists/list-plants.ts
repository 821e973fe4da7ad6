import { canReserveEntries, canWriteLists, type ListRights } from '@varco/domain/policy/list-rights.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';

/** The user's rights on lists of a plant; null: not signed in there. */
export function getListRights(plant: PlantSession | null | undefined): ListRights | null {
  const user = plant?.login?.user;
  return user === undefined ? null : { level: user.level, group: user.group, insertBl: user.insert_bl };
}

const isAvailable = (plant: PlantSession): boolean =>
  plant.credential.enabled && plant.state === 'ok' && plant.login !== null;

export const canWriteListsOn = (plant: PlantSession): boolean => {
  const rights = getListRights(plant);
  return rights !== null && canWriteLists(rights) === null;
};

export const canReserveOn = (plant: PlantSession): boolean => {
  const rights = getListRights(plant);
  return rights !== null && canReserveEntries(rights);
};

/** Plants that are enabled and signed in. */
export const useListPlants = (): readonly PlantSession[] => usePlantList().filter(isAvailable);

/** P 6: whether the user manages the INTERFORCE list of a plant and so may add plates to it. */
export const isInterforceManager = (plant: PlantSession): boolean => plant.login?.user.responsabile_interforze === true;
