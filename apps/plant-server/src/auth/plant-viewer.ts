import type { Viewer } from '@varco/server-kit/http/viewer.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { ListRights } from '@varco/domain/policy/list-rights.ts';
import type { TimeLimit } from '@varco/domain/transits/search-window.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import type { PlantUser } from './plant-user.repository.ts';

/** The caller with a plant token; the rights are read from the database for this call. */
export interface PlantViewer extends Viewer {
  readonly user: PlantUser;
  /** Id of the token, for tickets and the audit log. */
  readonly session: string;
}

/** The caller with a plant token of its own, not with a ticket or delegation. */
export interface PlantTokenViewer extends PlantViewer {
  /** When the token expires, in epoch seconds. */
  readonly tokenExpiresS: number;
}

/** Which transits a user may see, apart from the gates and times of one search. */
export interface TransitScope {
  /** Allowed gates; null: all. */
  readonly gates: readonly number[] | null;
  readonly tMaxMinutes: number;
  /** What `tMaxMinutes` limits on this plant. */
  readonly timeLimit: TimeLimit;
  readonly seesPlates: boolean;
  /** True: limited neither by gates nor by time, so totals of the plant may be shown. */
  readonly isUnlimited: boolean;
}

/** Builds the scope of a user. Throws `no_perms/not_force` without force rights on this plant (T 6, readings TA52). */
export function buildTransitScope({ user }: Pick<PlantViewer, 'user'>): TransitScope {
  if (!isForceEnabled({ level: user.level, group: user.group_name }))
    throw new AppError('no_perms', { sub: 'not_force' });
  return {
    gates: user.gates,
    tMaxMinutes: user.t_max,
    timeLimit: user.time_limit,
    seesPlates: user.sees_plates,
    isUnlimited: user.gates === null && user.t_max === 0,
  };
}

/** The user fields that the list rules need. */
export const toListRights = (user: Pick<PlantUser, 'level' | 'group_name' | 'insert_bl'>): ListRights => ({
  level: user.level,
  group: user.group_name,
  insertBl: user.insert_bl,
});
