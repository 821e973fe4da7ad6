/** Pure permission rules (P 6, T 6). They return `null` when allowed, or the reason to show. */

export type DenialReason = 'plant.level' | 'plant.notForce';

/** What the rules need to know of a person on one plant. */
export interface PlantRights {
  readonly level: number;
  readonly group: string;
}

/** From this level on: administrator of the plant (T 6). */
export const PLANT_ADMIN_LEVEL = 8;

/** T 6: level 5 or more and a group whose name starts with "fdo", lower case, exactly (readings B-41). */
export const isForceEnabled = (rights: PlantRights): boolean => rights.level >= 5 && rights.group.startsWith('fdo');

/** T 6, readings TA52: without force rights on the plant its transits are not shown. */
export const canReadTransits = (rights: PlantRights): DenialReason | null =>
  isForceEnabled(rights) ? null : 'plant.notForce';

/** Accountability (decisions): who may search the consultation log of a plant; own entries everybody may read. */
export const canReadAudit = (rights: PlantRights): DenialReason | null =>
  rights.level >= PLANT_ADMIN_LEVEL ? null : 'plant.level';
