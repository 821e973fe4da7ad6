/** Rules of groups of plants, as they are shown and chosen (ADR 0027). A group never stands in a filter: its plants do. */

/** A group with its members, by whatever identifies a plant to the caller. */
export interface GroupOfPlants<Id> {
  readonly id: string;
  readonly name: string;
  readonly plants: readonly Id[];
}

/** Plants under one heading. */
export interface PlantSection<Plant> {
  /** Null: the plants that are in no group. */
  readonly groupId: string | null;
  readonly name: string;
  readonly plants: readonly Plant[];
}

/**
 * Sorts plants under their groups, in the order of both. A plant of several groups stands under each; those of none come
 * last, under one heading without a name. Groups without any of these plants are left out.
 */
export function buildPlantSections<Plant, Id>(
  plants: readonly Plant[],
  groups: readonly GroupOfPlants<Id>[],
  idOf: (plant: Plant) => Id,
): readonly PlantSection<Plant>[] {
  const grouped = new Set(groups.flatMap((group) => group.plants));
  const sections = groups.map((group) => {
    const members = new Set(group.plants);
    return { groupId: group.id, name: group.name, plants: plants.filter((plant) => members.has(idOf(plant))) };
  });
  const rest = { groupId: null, name: '', plants: plants.filter((plant) => !grouped.has(idOf(plant))) };
  return [...sections, rest].filter((section) => section.plants.length > 0);
}

/** Text as it is compared: without case and accents. */
export const foldPlantText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/**
 * The sections that match a text: a group whose name contains it with all its plants, else the plants whose own text does.
 * @param textOf what a plant is found by, such as name and code
 */
export function filterPlantSections<Plant>(
  sections: readonly PlantSection<Plant>[],
  text: string,
  textOf: (plant: Plant) => string,
): readonly PlantSection<Plant>[] {
  const wanted = foldPlantText(text);
  if (wanted === '') return sections;
  return sections
    .map((section) =>
      section.groupId !== null && foldPlantText(section.name).includes(wanted)
        ? section
        : { ...section, plants: section.plants.filter((plant) => foldPlantText(textOf(plant)).includes(wanted)) },
    )
    .filter((section) => section.plants.length > 0);
}

/** Whether all, some or none of the members are chosen; none for a group without members. */
export function getTickState<Id>(chosen: ReadonlySet<Id>, members: readonly Id[]): 'all' | 'some' | 'none' {
  const count = members.filter((id) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === members.length ? 'all' : 'some';
}

/** The choice after its tick was pressed: complete groups are taken out, all others are completed. */
export function toggleTick<Id>(chosen: readonly Id[], members: readonly Id[]): readonly Id[] {
  if (getTickState(new Set(chosen), members) !== 'all') return [...new Set([...chosen, ...members])];
  const gone = new Set(members);
  return chosen.filter((id) => !gone.has(id));
}
