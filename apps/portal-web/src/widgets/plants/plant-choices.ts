import { buildPlantSections, type GroupOfPlants } from '@varco/domain/plants/plant-groups.ts';

/** From here on plants are found by typing: fields can be searched, groups are folded at first. */
export const MANY_PLANTS = 12;
/** Choices drawn at once in a field; others are found by typing. */
export const MAX_DRAWN_PLANTS = 100;

/** Prefix of a choice that stands for the plants of a group. */
const GROUP_PREFIX = 'group:';

/** Choice of a field that selects several plants. */
interface PlantChoice {
  readonly value: string;
  readonly label: string;
}

/** A plant as a field offers it. */
export interface OfferedPlant extends PlantChoice {
  readonly peerId: number;
}

/** Choices of a field, flat or under headings; the arrays are the field's own. */
export type PlantChoices = PlantChoice[] | { group: string; items: PlantChoice[] }[];

/** A group by the values of its plants that this field offers. */
export type OfferedGroup = GroupOfPlants<string>;

/** Groups with the offered plants, by their values; groups without any are left out. */
export function offerGroups(
  groups: readonly GroupOfPlants<number>[],
  plants: readonly OfferedPlant[],
): readonly OfferedGroup[] {
  return groups
    .map(({ id, name, plants: members }) => {
      const inside = new Set(members);
      return { id, name, plants: plants.filter(({ peerId }) => inside.has(peerId)).map(({ value }) => value) };
    })
    .filter((group) => group.plants.length > 0);
}

/** The plants, with the groups that would add at least one of them above; without groups the plain list. */
export function buildPlantChoices(
  plants: readonly OfferedPlant[],
  groups: readonly OfferedGroup[],
  chosen: readonly string[],
  headings: { readonly groups: string; readonly plants: string },
): PlantChoices {
  const flat = plants.map(({ value, label }) => ({ value, label }));
  if (groups.length === 0) return flat;
  const has = new Set(chosen);
  const items = groups
    .filter((group) => group.plants.some((value) => !has.has(value)))
    .map((group) => ({ value: `${GROUP_PREFIX}${group.id}`, label: `${group.name} (${group.plants.length})` }));
  const all = { group: headings.plants, items: flat };
  return items.length === 0 ? [all] : [{ group: headings.groups, items }, all];
}

/** Resolves picked values to plants: a group stands for its plants, each once. */
export function resolvePickedPlants(values: readonly string[], groups: readonly OfferedGroup[]): readonly string[] {
  const all = values.flatMap((value) =>
    value.startsWith(GROUP_PREFIX)
      ? (groups.find(({ id }) => value === `${GROUP_PREFIX}${id}`)?.plants ?? [])
      : [value],
  );
  return [...new Set(all)];
}

/**
 * Choices of a field that selects one plant, under the headings of their groups. A plant of several groups stands under the
 * first, because a field knows each value once.
 */
export function buildSingleChoices(
  plants: readonly OfferedPlant[],
  groups: readonly GroupOfPlants<number>[],
  noGroup: string,
): { group: string; items: PlantChoice[] }[] {
  const used = new Set<number>();
  return buildPlantSections(plants, groups, ({ peerId }) => peerId).flatMap(({ groupId, name, plants: members }) => {
    const items = members.filter(({ peerId }) => !used.has(peerId));
    for (const { peerId } of items) used.add(peerId);
    const heading = groupId === null ? noGroup : name;
    return items.length === 0 ? [] : [{ group: heading, items: items.map(({ value, label }) => ({ value, label })) }];
  });
}
