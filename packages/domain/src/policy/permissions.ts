/** Pure permission rules (P 6, T 6). They return `null` when allowed, or the reason for the denial. */

export type DenialReason = 'plant.level' | 'plant.notForce';

/** A person's level and group on one plant. */
export interface PlantRights {
  readonly level: number;
  readonly group: string;
}

/** Levels of plant-bound actions, both inclusive (readings TA03). */
const PLANT_ACTION_LEVELS = { min: 5, max: 8 } as const;

/** From this level on: administrator of the plant (T 6). */
export const PLANT_ADMIN_LEVEL = 8;

/** Default bounds of the permission check of T 6. */
const CHECKED_LEVELS = { min: 5, max: 99 } as const;

/** A person's level on one plant, as the permission check of T 6 needs it. */
export interface LevelEntry {
  readonly level: number;
  /** `can_manage_users` on that plant. */
  readonly canManageUsers?: boolean;
}

/**
 * The permission check of T 6: one matching entry is enough; an empty list never passes. For a right on one plant, pass
 * the entry of that plant alone (TPERM-05).
 * @param options.min lowest level that passes, default 5
 * @param options.max highest level that passes, default 99
 * @param options.managesUsers in addition requires level 8 or more, or `can_manage_users`
 * @param options.mono for single-plant products, which this is not: never passes (readings TA54)
 */
export function hasLevel(
  entries: readonly LevelEntry[],
  options: {
    readonly min?: number;
    readonly max?: number;
    readonly managesUsers?: boolean;
    readonly mono?: boolean;
  } = {},
): boolean {
  const { min = CHECKED_LEVELS.min, max = CHECKED_LEVELS.max, managesUsers = false, mono = false } = options;
  if (mono) return false;
  return entries.some(
    ({ level, canManageUsers = false }) =>
      level >= min && level <= max && (!managesUsers || level >= PLANT_ADMIN_LEVEL || canManageUsers),
  );
}

/** T 6: level 5 or more and a group whose name starts with lower-case "fdo" (readings B-41). */
export const isForceEnabled = (rights: PlantRights): boolean => rights.level >= 5 && rights.group.startsWith('fdo');

/** T 6, readings TA52: without force rights on the plant its transits are not shown. Null: allowed. */
export const canReadTransits = (rights: PlantRights): DenialReason | null =>
  isForceEnabled(rights) ? null : 'plant.notForce';

/** T 6: actions bound to a plant, such as the correction of a plate, need level 5 to 8 on that plant. Null: allowed. */
export const canActOnPlant = (rights: PlantRights): DenialReason | null =>
  hasLevel([rights], PLANT_ACTION_LEVELS) ? null : 'plant.level';
