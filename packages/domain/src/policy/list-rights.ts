import {
  canActOnPlant,
  isForceEnabled,
  PLANT_ADMIN_LEVEL,
  type DenialReason,
  type PlantRights,
} from './permissions.ts';
import { acceptsBlacklistEntries } from './plant-rights.ts';

/** Rights over the lists of one plant (P 3, P 6, T 5.3, T 6). */
export interface ListRights extends PlantRights {
  readonly insertBl: boolean | number | null | undefined;
}

/**
 * Creating, changing and deleting entries needs level 5 to 8 in a force, and a plant that accepts entries from this
 * person. Null: allowed.
 */
export function canWriteLists(rights: ListRights): DenialReason | 'plant.noInsert' | null {
  const denied = canActOnPlant(rights);
  if (denied !== null) return denied;
  if (!isForceEnabled(rights)) return 'plant.notForce';
  return acceptsBlacklistEntries(rights.insertBl) ? null : 'plant.noInsert';
}

/** T 6: a reserved entry is created and changed from level 8 on. */
export const canReserveEntries = (rights: ListRights): boolean =>
  canWriteLists(rights) === null && rights.level >= PLANT_ADMIN_LEVEL;

/** Readings B, "low user level": below level 5, or outside the forces, a person sees only their own entries. */
export const seesOnlyOwnEntries = (rights: PlantRights): boolean => !isForceEnabled(rights);

/**
 * Whether a group may be the audience of an entry: the person's own group, and those the plant's administrator
 * assigned.
 */
export const canUseAudienceGroup = (
  groupId: number,
  own: { readonly groupId: number; readonly assignable: readonly number[]; readonly level: number },
): boolean => groupId === own.groupId || own.assignable.includes(groupId) || own.level >= PLANT_ADMIN_LEVEL;
