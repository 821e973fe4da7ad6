import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readUserVisibility } from '../districts/districts.public.ts';
import { type DeviceAudience, type DeviceRow, readDevice } from './devices.repository.ts';

/** A user who manages devices. */
export type DeviceManager = Pick<PlantUser, 'id' | 'username' | 'level'>;

/** readings A-08, as for users: administrators manage all devices (null), other managers those of their own users. */
export const toDeviceAudience = ({ id, username, level }: DeviceManager): DeviceAudience | null =>
  level >= PLANT_ADMIN_LEVEL ? null : { owner: id, creator: username };

/** Checks that the manager manages this user. Throws `not_found` otherwise, also for an unknown user. */
export async function requireManagedOwner(runner: Runner, by: DeviceManager, user: number): Promise<void> {
  const [person] = await readUserVisibility(runner, [user]);
  const isManaged =
    person !== undefined && (by.level >= PLANT_ADMIN_LEVEL || (person.owned_by === by.id && person.level <= by.level));
  if (!isManaged) throw new AppError('not_found');
}

/**
 * Reads a device of a user whom the manager manages, or one without an owner that the manager registered. Throws
 * `not_found` otherwise.
 */
export async function requireManagedDevice(runner: Runner, by: DeviceManager, id: string): Promise<DeviceRow> {
  const row = await readDevice(runner, id);
  if (row === null) throw new AppError('not_found');
  const isOwn =
    row.plant_user === null
      ? id.startsWith('d') && row.created_by === by.username
      : row.owned_by === by.id && (row.level ?? 0) <= by.level;
  if (by.level < PLANT_ADMIN_LEVEL && !isOwn) throw new AppError('not_found');
  return row;
}
