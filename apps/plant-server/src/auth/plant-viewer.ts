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
  /** Days back without a second person; null: no limit, or this call has the approval of one. */
  readonly lookBackDays: number | null;
  /** Rows a day without a second person, also in exports; null: no limit. */
  readonly rowsPerDay: number | null;
  readonly seesPlates: boolean;
  /** True: limited neither by gates nor by time, so totals of the plant may be shown. */
  readonly isUnlimited: boolean;
}

/** The part of the scope that limits time. */
export type TimeScope = Pick<TransitScope, 'tMaxMinutes' | 'timeLimit' | 'lookBackDays'>;

export const toTimeScope = (user: Pick<PlantUser, 't_max' | 'time_limit' | 'look_back_days'>): TimeScope => ({
  tMaxMinutes: user.t_max,
  timeLimit: user.time_limit,
  lookBackDays: user.look_back_days,
});

/** Builds the scope of a user. Throws `no_perms/not_force` without force rights on this plant (T 6, readings TA52). */
export function buildTransitScope({ user }: Pick<PlantViewer, 'user'>): TransitScope {
  if (!isForceEnabled({ level: user.level, group: user.group_name }))
    throw new AppError('no_perms', { sub: 'not_force' });
  return {
    gates: user.gates,
    ...toTimeScope(user),
    rowsPerDay: user.rows_per_day,
    seesPlates: user.sees_plates,
    isUnlimited: user.gates === null && user.t_max === 0 && user.look_back_days === null,
  };
}

/** The user fields that the list rules need. */
export const toListRights = (user: Pick<PlantUser, 'level' | 'group_name' | 'insert_bl'>): ListRights => ({
  level: user.level,
  group: user.group_name,
  insertBl: user.insert_bl,
});
