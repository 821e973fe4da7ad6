/** Pure permission rules (P 6, T 6). They return `null` when allowed, or the reason to show. */

export type DenialReason = 'plant.level' | 'plant.notForce';

/** What the rules need to know of a person on one plant. */
export interface PlantRights {
  readonly level: number;
  readonly group: string;
}

/** Levels of plant-bound actions, both inclusive (readings TA03). */
const PLANT_ACTION_LEVELS = { min: 5, max: 8 } as const;

/** From this level on: administrator of the plant (T 6). */
export const PLANT_ADMIN_LEVEL = 8;

/** T 6: level 5 or more and a group whose name starts with "fdo", lower case, exactly (readings B-41). */
export const isForceEnabled = (rights: PlantRights): boolean => rights.level >= 5 && rights.group.startsWith('fdo');

/** T 6, readings TA52: without force rights on the plant its transits are not shown. */
export const canReadTransits = (rights: PlantRights): DenialReason | null =>
  isForceEnabled(rights) ? null : 'plant.notForce';

/** T 6: actions bound to a plant, as the correction of a plate, need level 5 to 8 on that plant. */
export const canActOnPlant = (rights: PlantRights): DenialReason | null =>
  rights.level >= PLANT_ACTION_LEVELS.min && rights.level <= PLANT_ACTION_LEVELS.max ? null : 'plant.level';

/** Accountability (decisions): who may search the consultation log of a plant; own entries everybody may read. */
export const canReadAudit = (rights: PlantRights): DenialReason | null =>
  rights.level >= PLANT_ADMIN_LEVEL ? null : 'plant.level';
