import { isForceEnabled, PLANT_ADMIN_LEVEL } from '../permissions.ts';
import { takesBlacklist } from './plant-rights.ts';

/**
 * What somebody who administers the people of a plant may give away (readings A-08, ADR 0106): from level 8 on everything up to the own
 * level, below never more than one has. Form and plant judge by the same rules.
 */

/** Flags of T 6 that are simply had or not. */
export const USER_FLAGS = [
  'notifica_blacklist',
  'notifica_rubati',
  'can_manage_users',
  'can_manage_districts',
  'visure_pagamento',
  'sees_plates',
  'responsabile_interforze',
] as const;
export type UserFlag = (typeof USER_FLAGS)[number];

/** What a person has on a plant. Days are ISO. */
export interface UserRights extends Readonly<Record<UserFlag, boolean>> {
  readonly group_id: number;
  readonly group_name: string;
  /** The group's, or the administrator's. */
  readonly level: number;
  readonly insert_bl: boolean | null;
  /** Minutes; 0: no limit. */
  readonly t_max: number;
  /** Null: all. */
  readonly gates: readonly number[] | null;
  readonly assignable_bl_groups: readonly number[];
  /** Last day of the account; null: does not end. */
  readonly expires_on: string | null;
}

/** Where somebody would give more than they have. */
export type BeyondOwn = UserFlag | 'group_id' | 'insert_bl' | 't_max' | 'gates' | 'assignable_bl_groups' | 'expires_on';

/** Days ahead that count as "expiring soon". */
export const EXPIRING_DAYS = 30;

type Group = Pick<UserRights, 'group_id' | 'group_name' | 'level'>;

/**
 * May this person put somebody into a group? Nobody above the own level; below level 8 into the own group, into those the plant's
 * administrators let one address, and into groups without force rights: whoever is in a group of a force sees that group's entries.
 */
export function mayGiveGroup(
  own: Omit<Group, 'gates'> & Pick<UserRights, 'assignable_bl_groups'>,
  group: Group,
): boolean {
  if (group.level > own.level) return false;
  if (own.level >= PLANT_ADMIN_LEVEL || group.group_id === own.group_id) return true;
  const isForce = isForceEnabled({ level: group.level, group: group.group_name });
  return (
    !isForce ||
    (own.assignable_bl_groups.includes(group.group_id) && isForceEnabled({ level: own.level, group: own.group_name }))
  );
}

const longerRange = (one: number, other: number): boolean => other !== 0 && (one === 0 || one > other);
const longerLife = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || one > other);
const within = (some: readonly number[] | null, all: readonly number[] | null): boolean =>
  all === null || (some !== null && some.every((id) => all.includes(id)));

/** Each right: is `one` more than `other` in it? */
const IS_MORE: Readonly<
  Record<Exclude<BeyondOwn, UserFlag | 'group_id'>, (one: UserRights, other: UserRights) => boolean>
> = {
  insert_bl: (one, other) => takesBlacklist(one.insert_bl) && !takesBlacklist(other.insert_bl),
  t_max: (one, other) => longerRange(one.t_max, other.t_max),
  gates: (one, other) => !within(one.gates, other.gates),
  assignable_bl_groups: (one, other) =>
    !within(one.assignable_bl_groups, [...other.assignable_bl_groups, other.group_id]),
  expires_on: (one, other) => longerLife(one.expires_on, other.expires_on),
};

/**
 * The first right of `wanted` that the person has not and the account had not before; null: all may be given.
 * @param own rights of whoever administers, gates as they really count; @param before null: a new account
 */
export function beyondOwn(own: UserRights, before: UserRights | null, wanted: UserRights): BeyondOwn | null {
  const isSameGroup = before !== null && before.group_id === wanted.group_id && before.level === wanted.level;
  if (!isSameGroup && !mayGiveGroup(own, wanted)) return 'group_id';
  if (own.level >= PLANT_ADMIN_LEVEL) return null;
  const flag = USER_FLAGS.find((name) => wanted[name] && !own[name] && before?.[name] !== true);
  if (flag !== undefined) return flag;
  for (const name of ['insert_bl', 't_max', 'gates', 'assignable_bl_groups', 'expires_on'] as const) {
    const isMore = IS_MORE[name];
    if (isMore(wanted, own) && (before === null || isMore(wanted, before))) return name;
  }
  return null;
}

/** Who could sign in as this person would have more than they have: such an account's password is not theirs to set. */
export const hasMoreThan = (own: UserRights, other: UserRights): boolean => beyondOwn(own, null, other) !== null;
