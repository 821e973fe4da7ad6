import { isForceEnabled, PLANT_ADMIN_LEVEL } from './permissions.ts';
import { acceptsBlacklistEntries } from './plant-rights.ts';

/**
 * Rights that a user administrator of a plant may grant (readings A-08, ADR 0027): from level 8 everything up to
 * their own level, below that never more than they have. Form and plant use the same rules.
 */

/** Boolean flags of T 6. */
export const USER_FLAGS = [
  'notifica_blacklist',
  'notifica_rubati',
  'can_manage_users',
  'can_manage_districts',
  'visure_pagamento',
  'sees_plates',
  'responsabile_interforze',
  'audit_read',
] as const;
export type UserFlag = (typeof USER_FLAGS)[number];

/** Rights of a person on a plant. Days are ISO. */
export interface UserRights extends Readonly<Record<UserFlag, boolean>> {
  readonly group_id: number;
  readonly group_name: string;
  /** Level of the group, or of an administrator. */
  readonly level: number;
  readonly insert_bl: boolean | null;
  /** Minutes; 0: no limit. */
  readonly t_max: number;
  /** Null: all. */
  readonly gates: readonly number[] | null;
  readonly assignable_bl_groups: readonly number[];
  /** Last day of the account; null: it does not end. */
  readonly expires_on: string | null;
}

/** The right in which an administrator would grant more than they have. */
export type ExceededRight =
  | UserFlag
  | 'group_id'
  | 'insert_bl'
  | 't_max'
  | 'gates'
  | 'assignable_bl_groups'
  | 'expires_on';

/** Days ahead that count as "expiring soon". */
export const ACCOUNT_EXPIRING_DAYS = 30;

type GroupRights = Pick<UserRights, 'group_id' | 'group_name' | 'level'>;

/**
 * Whether the person may put somebody into a group. Never above their own level. Below level 8: only into their own
 * group, into the groups they may use as audience, and into groups without force rights, because members of a force
 * group see its entries.
 */
export function canAssignGroup(
  own: Omit<GroupRights, 'gates'> & Pick<UserRights, 'assignable_bl_groups'>,
  group: GroupRights,
): boolean {
  if (group.level > own.level) return false;
  if (own.level >= PLANT_ADMIN_LEVEL || group.group_id === own.group_id) return true;
  const isForce = isForceEnabled({ level: group.level, group: group.group_name });
  return (
    !isForce ||
    (own.assignable_bl_groups.includes(group.group_id) && isForceEnabled({ level: own.level, group: own.group_name }))
  );
}

const isLongerRange = (one: number, other: number): boolean => other !== 0 && (one === 0 || one > other);
const expiresLater = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || one > other);
const isSubset = (some: readonly number[] | null, all: readonly number[] | null): boolean =>
  all === null || (some !== null && some.every((id) => all.includes(id)));

/** For each right: whether `one` exceeds `other`. */
const IS_MORE: Readonly<
  Record<Exclude<ExceededRight, UserFlag | 'group_id'>, (one: UserRights, other: UserRights) => boolean>
> = {
  insert_bl: (one, other) => acceptsBlacklistEntries(one.insert_bl) && !acceptsBlacklistEntries(other.insert_bl),
  t_max: (one, other) => isLongerRange(one.t_max, other.t_max),
  gates: (one, other) => !isSubset(one.gates, other.gates),
  assignable_bl_groups: (one, other) =>
    !isSubset(one.assignable_bl_groups, [...other.assignable_bl_groups, other.group_id]),
  expires_on: (one, other) => expiresLater(one.expires_on, other.expires_on),
};

/**
 * The first right of `requested` that neither the administrator nor the account before has; null: all may be granted.
 * @param own rights of the administrator, gates as effective
 * @param before null: a new account
 */
export function findExceededRight(
  own: UserRights,
  before: UserRights | null,
  requested: UserRights,
): ExceededRight | null {
  const isSameGroup = before !== null && before.group_id === requested.group_id && before.level === requested.level;
  if (!isSameGroup && !canAssignGroup(own, requested)) return 'group_id';
  if (own.level >= PLANT_ADMIN_LEVEL) return null;
  const flag = USER_FLAGS.find((name) => requested[name] && !own[name] && before?.[name] !== true);
  if (flag !== undefined) return flag;
  for (const name of ['insert_bl', 't_max', 'gates', 'assignable_bl_groups', 'expires_on'] as const) {
    const isMore = IS_MORE[name];
    if (isMore(requested, own) && (before === null || isMore(requested, before))) return name;
  }
  return null;
}

/**
 * Whether the other account has more rights than the administrator, who then may not set its password: they could
 * sign in with it.
 */
export const exceedsOwnRights = (own: UserRights, other: UserRights): boolean =>
  findExceededRight(own, null, other) !== null;
