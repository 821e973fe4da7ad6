import type { PlantUserWrite } from '@varco/contract/plant/users.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/permissions.ts';
import { isStrongPlantPassword } from '@varco/domain/plants/plant-password.ts';
import { beyondOwn, hasMoreThan, type UserRights } from '@varco/domain/plants/user-grants.ts';
import { addDays } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { PASSWORD_DAYS } from '../sign-in/sign-in.public.ts';
import type { PlantUser } from '../../auth/plant-user.queries.ts';
import type { Runner } from '../../database/statement.ts';
import { groupById, isNameTaken, unknownOf, type UserFields } from './user-writes.queries.ts';
import type { ManagedRow } from './users.queries.ts';
import { rightsOf } from './users.view.ts';

/** A requested change of an account. `before` null: a new account. `today`: ISO day. */
export interface Wish {
  readonly runner: Runner;
  readonly manager: PlantUser;
  readonly before: ManagedRow | null;
  readonly body: PlantUserWrite;
  readonly today: string;
}

const invalid = (field: string): AppError =>
  new AppError('bad_request', { sub: 'invalid_field', field: `body/${field}` });
const beyond = (field: string): AppError => new AppError('no_perms', { sub: 'beyond_own', field: `body/${field}` });

/** API names of fields that the rules call differently. */
const WIRE_NAMES: Readonly<Record<string, string>> = { gates: 'varchi_abilitati', expires_on: 'datascadenza' };

/**
 * Validates a change and returns the fields to store. Throws `bad_request` for unknown references, `duplicate` for a taken
 * name, `no_perms` when the manager would grant more than they have, `conflict/own_account` when the manager would lock
 * themselves out.
 */
export async function wantedUser(change: Wish): Promise<UserFields> {
  const { runner, manager, before, body, today } = change;
  const group = await groupById(runner, body.group_id);
  if (group === null) throw invalid('group_id');
  await checkKnown(runner, body);
  if (await isNameTaken(runner, body.username, before?.id ?? 0))
    throw new AppError('duplicate', { field: 'body/username' });
  const fields = fieldsOf(change);
  const level = fields.admin ? Math.max(group.level, PLANT_ADMIN_LEVEL) : group.level;
  const wanted: UserRights = { ...fields, group_name: group.name, level };
  const own = rightsOfManager(manager);
  const more = beyondOwn(own, before === null ? null : rightsOf(before), wanted);
  if (more !== null) throw beyond(WIRE_NAMES[more] ?? more);
  checkPassword(change, own);
  if (before?.id === manager.id) keepOwnDoor(manager, fields, level, body, today);
  return fields;
}

/** The manager's rights; `gates` are the effective gates, within all limits. */
export const rightsOfManager = (manager: PlantUser): UserRights => manager;

async function checkKnown(runner: Runner, body: PlantUserWrite): Promise<void> {
  const unknownGates = await unknownOf(runner, 'gate', body.varchi_abilitati ?? []);
  if (unknownGates.length > 0) throw invalid('varchi_abilitati');
  const unknownGroups = await unknownOf(runner, 'user_group', body.assignable_bl_groups);
  if (unknownGroups.length > 0) throw invalid('assignable_bl_groups');
  const { owned_by_id: owner } = body;
  if (owner !== null && (await unknownOf(runner, 'plant_user', [owner])).length > 0) throw invalid('owned_by_id');
}

/** Below level 8 a manager always owns the users they create or change. */
function ownerOf({ manager, before, body }: Wish): number | null {
  const { owned_by_id: owner } = body;
  if (manager.level < PLANT_ADMIN_LEVEL) {
    if (owner !== null && owner !== manager.id) throw beyond('owned_by_id');
    return manager.id;
  }
  if (owner !== null && owner === before?.id) throw invalid('owned_by_id');
  return owner;
}

/**
 * An account that must change its password stays so when enabled. A password set by a manager must be changed by the user
 * if passwords expire.
 */
function activeOf({ before, body }: Wish): number {
  if (body.active === 0) return 0;
  if (body.password !== '') return body.set_password_expiry ? -1 : 1;
  return before?.active === -1 ? -1 : 1;
}

function passwordEnd({ before, body, today }: Wish): string | null {
  if (!body.set_password_expiry) return null;
  const isUnchanged = body.password === '' && before !== null && before.password_expires_on !== null;
  return isUnchanged ? before.password_expires_on : addDays(today, PASSWORD_DAYS);
}

const once = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

const fieldsOf = (change: Wish): UserFields => {
  const { body, before, manager } = change;
  return {
    username: body.username,
    fullname: body.fullname.trim(),
    email: body.email,
    group_id: body.group_id,
    admin: body.admin,
    active: activeOf(change),
    expires_on: body.datascadenza,
    password_expires_on: passwordEnd(change),
    gates: body.varchi_abilitati === null ? null : once(body.varchi_abilitati),
    t_max: body.t_max,
    sees_plates: body.sees_plates ?? before?.sees_plates ?? manager.sees_plates,
    insert_bl: body.insert_bl,
    notifica_rubati: body.notifica_rubati,
    notifica_blacklist: body.notifica_blacklist,
    responsabile_interforze: body.responsabile_interforze === 1,
    can_manage_users: body.can_manage_users,
    can_manage_districts: body.can_manage_districts ?? before?.can_manage_districts ?? false,
    visure_pagamento: body.visure_pagamento,
    assignable_bl_groups: once(body.assignable_bl_groups),
    description: body.description.trim(),
    extra: body.extra.trim(),
    owned_by: ownerOf(change),
  };
};

function checkPassword({ manager, before, body }: Wish, own: UserRights): void {
  const { password } = body;
  if (password === '') {
    if (before === null) throw invalid('password');
    return;
  }
  if (
    before !== null &&
    before.id !== manager.id &&
    hasMoreThan(own, { ...rightsOf(before), gates: before.seen_gates })
  )
    throw beyond('password');
  if (!isStrongPlantPassword(password, body.username)) throw invalid('password');
}

/**
 * A manager cannot disable or demote the own account, nor rename it (the vault signs in with the name), nor set the own
 * password here: that needs the old one.
 */
function keepOwnDoor(manager: PlantUser, fields: UserFields, level: number, body: PlantUserWrite, today: string): void {
  const isClosed = fields.active === 0 || (fields.expires_on !== null && fields.expires_on < today);
  const isOther = body.password !== '' || fields.username !== manager.username;
  if (isClosed || isOther || level < manager.level) throw new AppError('conflict', { sub: 'own_account' });
}
