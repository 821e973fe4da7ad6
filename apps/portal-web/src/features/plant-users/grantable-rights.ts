import type { Group } from '@varco/contract/plant/groups.ts';
import { canAssignGroup } from '@varco/domain/policy/user-grants.ts';
import { managesAll, type Manager } from './managed-plants.ts';
import { FORM_FLAGS, type FormFlag, type UserForm } from './user-form.ts';

/** Flags the plant reported at sign-in. Only the plant knows the others, and refuses a change if necessary. */
const REPORTED_FLAGS: ReadonlySet<FormFlag> = new Set([
  'can_manage_users',
  'can_manage_districts',
  'responsabile_interforze',
  'notifica_rubati',
  'visure_pagamento',
  'audit_read',
]);

/** Whether the manager may enable this flag. Flags the user already has may stay. */
export const canGrantFlag = (manager: Manager, flag: FormFlag): boolean =>
  managesAll(manager) || !REPORTED_FLAGS.has(flag) || Reflect.get(manager, flag) === true;

/** Groups the manager may assign (readings A-08). */
export const listAssignableGroups = (manager: Manager, groups: readonly Group[]): readonly Group[] => {
  const own = {
    group_id: manager.group_id,
    group_name: manager.group,
    level: manager.level,
    assignable_bl_groups: manager.assignable_bl_groups,
  };
  return groups.filter(({ id, name, level }) => canAssignGroup(own, { group_id: id, group_name: name, level }));
};

/** Ids of gates the manager may assign; null: all. */
export const listAssignableGates = (manager: Manager): readonly number[] | null =>
  managesAll(manager) ? null : manager.varchi_abilitati_eff;

/** Applies the defaults of a group to a new member, as far as the manager may grant them. */
export function applyGroupDefaults(form: UserForm, manager: Manager, group: Group): UserForm {
  const { defaults } = group;
  const flags = { ...form.flags };
  for (const flag of FORM_FLAGS) {
    const input: unknown = Reflect.get(defaults, flag);
    if (typeof input === 'boolean') flags[flag] = input && canGrantFlag(manager, flag);
  }
  const own = managesAll(manager) ? 0 : manager.t_max;
  const requested = defaults.t_max;
  const isLonger = own > 0 && (requested === 0 || requested > own);
  return { ...form, groupId: group.id, flags, insertBl: defaults.insert_bl, tMax: String(isLonger ? own : requested) };
}
