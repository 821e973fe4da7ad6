import { useMemo } from 'react';
import { PLANT_GROUP_KINDS, type PlantGroup, type PlantGroupKind } from '@varco/contract/portal/plant-groups.ts';
import { type PlantGrouping, usePreferences } from '../preferences/preferences.store.ts';
import { useOwnPlantGroups } from './plant-groups.api.ts';
import { usePlantList } from './use-plants.ts';

export interface ShownPlantGroups {
  /** Kinds of which there is a group, in the order of the contract. Empty: nothing can be grouped. */
  readonly kinds: readonly PlantGroupKind[];
  readonly grouping: PlantGrouping;
  /** Groups of the chosen kind, with those plants that the person has credentials for. */
  readonly groups: readonly PlantGroup[];
}

/** The groups by which this person sees plants: the chosen kind, or the first of which there is a group. */
export function useShownPlantGroups(): ShownPlantGroups {
  const found = useOwnPlantGroups();
  const plants = usePlantList();
  const chosen = usePreferences(({ plantGrouping }) => plantGrouping);
  return useMemo(() => {
    const own = new Set(plants.map(({ peerId }) => peerId));
    const all = found
      .map((group) => ({ ...group, plants: group.plants.filter((id) => own.has(id)) }))
      .filter((group) => group.plants.length > 0);
    const kinds = PLANT_GROUP_KINDS.filter((kind) => all.some((group) => group.kind === kind));
    const isPossible = chosen === 'none' || kinds.some((kind) => kind === chosen);
    const grouping = chosen !== null && isPossible ? chosen : (kinds[0] ?? 'none');
    return { kinds, grouping, groups: all.filter(({ kind }) => kind === grouping) };
  }, [found, plants, chosen]);
}
