import type { PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { canManageUsers } from '@varco/domain/policy/plant-permissions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';

/** The signed-in manager, as the plant reported at sign-in. */
export type Manager = PlantLoginResponse['user'];

/** A plant whose users the signed-in user manages. */
export interface ManagedPlant {
  readonly plant: PlantSession;
  readonly manager: Manager;
}

/** TPERM-09 with readings A-08: signed in, with level 8 or more, or 5 to 7 with `can_manage_users`. */
export const filterManagedPlants = (plants: readonly PlantSession[]): readonly ManagedPlant[] =>
  plants.flatMap((plant) => {
    const manager = plant.login?.user;
    const isOpen = plant.credential.enabled && plant.state === 'ok' && manager !== undefined;
    return isOpen && canManageUsers(manager) ? [{ plant, manager }] : [];
  });

export const useManagedPlants = (): readonly ManagedPlant[] => filterManagedPlants(usePlantList());

/** Whether the manager manages all users, not only those owned. */
export const managesAll = ({ level }: Pick<Manager, 'level'>): boolean => level >= PLANT_ADMIN_LEVEL;
