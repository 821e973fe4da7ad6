import { useT } from '../../lib/i18n.tsx';
import { useOwnPlantGroups } from '../../lib/plants/plant-groups.api.ts';
import {
  buildPlantChoices,
  type OfferedPlant,
  offerGroups,
  type PlantChoices,
  resolvePickedPlants,
} from './plant-choices.ts';

/** Choices of a field that selects several plants, groups above; a picked group stands for its plants at that moment. */
export function usePlantChoices(
  plants: readonly OfferedPlant[],
  chosen: readonly string[],
): { readonly choices: PlantChoices; readonly resolve: (values: readonly string[]) => string[] } {
  const t = useT();
  const groups = offerGroups(useOwnPlantGroups(), plants);
  const headings = { groups: t('widgets:plants.groups'), plants: t('widgets:plants.title') };
  return {
    choices: buildPlantChoices(plants, groups, chosen, headings),
    resolve: (values) => [...resolvePickedPlants(values, groups)],
  };
}
