import type { PlantUserBody } from '@varco/contract/plant/users.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { findExceededRight, exceedsOwnRights, type UserRights } from '@varco/domain/policy/user-grants.ts';
import { addDays } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { PASSWORD_VALID_DAYS } from '../sign-in/sign-in.public.ts';
import { isAcceptableNewPassword } from '../../auth/new-password.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { lockGroupForShare, isUsernameTaken, findUnknownIds, type UserFields } from './user-writes.repository.ts';
import type { ManagedUserRow } from './users.repository.ts';
import { toUserRights } from './users.view.ts';

/** A requested change of an account. `before` null: a new account. `today`: ISO day. */
export interface UserChange {
  readonly runner: Runner;
  readonly manager: PlantUser;
  readonly before: ManagedUserRow | null;
  readonly body: PlantUserBody;
  readonly today: string;
}

const invalidUserField = (field: string): AppError =>
  new AppError('bad_request', { sub: 'invalid_field', field: `body/${field}` });
const beyondOwnRightsError = (field: string): AppError =>
  new AppError('no_perms', { sub: 'beyond_own', field: `body/${field}` });

/** API names of fields that the rules call differently. */
const WIRE_FIELD_NAMES: Readonly<Record<string, string>> = { gates: 'varchi_abilitati', expires_on: 'datascadenza' };

/**
 * Validates a change and returns the fields to store. Throws `bad_request` for unknown references, `duplicate` for a taken
 * name, `no_perms` when the manager would grant more than they have, `conflict/own_account` when the manager would lock
 * themselves out.
 */
export async function buildUserFields(change: UserChange): Promise<UserFields> {
  const { runner, manager, before, body, today } = change;
  const group = await lockGroupForShare(runner, body.group_id);
  if (group === null) throw invalidUserField('group_id');
  await checkReferences(runner, body);
  if (await isUsernameTaken(runner, body.username, before?.id ?? 0))
    throw new AppError('duplicate', { field: 'body/username' });
  const fields = toUserFields(change);
  const level = fields.admin ? Math.max(group.level, PLANT_ADMIN_LEVEL) : group.level;
  const requested: UserRights = { ...fields, group_name: group.name, level };
  const own = toManagerRights(manager);
  const more = findExceededRight(own, before === null ? null : toUserRights(before), requested);
  if (more !== null) throw beyondOwnRightsError(WIRE_FIELD_NAMES[more] ?? more);
  const isNewGroup = before?.group_id !== body.group_id;
  if (isNewGroup && manager.level < PLANT_ADMIN_LEVEL && hasWiderLimits(group, manager))
    throw beyondOwnRightsError('group_id');
  checkNewPassword(change, own);
  // ADR 0008: nobody gives themselves the right to read the log, also not an administrator.
  if (before?.id === manager.id && fields.audit_read && !before.audit_read) throw beyondOwnRightsError('audit_read');
  if (before?.id === manager.id) checkOwnAccount(manager, fields, level, body, today);
  return fields;
}

type RoleLimits = Pick<PlantUser, 'look_back_days' | 'rows_per_day' | 'approves' | 'handles_requests'>;

const exceedsLimit = (one: number | null, other: number | null): boolean =>
  other !== null && (one === null || one > other);

/** Whether members of the group may do what the manager may not: without a second person (ADR 0027), or with requests (ADR 0064). */
const hasWiderLimits = (group: RoleLimits, manager: RoleLimits): boolean =>
  exceedsLimit(group.look_back_days, manager.look_back_days) ||
  exceedsLimit(group.rows_per_day, manager.rows_per_day) ||
  (group.approves && !manager.approves) ||
  (group.handles_requests && !manager.handles_requests);

/** The manager's rights; `gates` are the effective gates, within all limits. */
export const toManagerRights = (manager: PlantUser): UserRights => manager;

async function checkReferences(runner: Runner, body: PlantUserBody): Promise<void> {
  const unknownGates = await findUnknownIds(runner, 'gate', body.varchi_abilitati ?? []);
  if (unknownGates.length > 0) throw invalidUserField('varchi_abilitati');
  const unknownGroups = await findUnknownIds(runner, 'user_group', body.assignable_bl_groups);
  if (unknownGroups.length > 0) throw invalidUserField('assignable_bl_groups');
  const { owned_by_id: owner } = body;
  if (owner !== null && (await findUnknownIds(runner, 'plant_user', [owner])).length > 0)
    throw invalidUserField('owned_by_id');
}

/** Below level 8 a manager always owns the users they create or change. */
function computeOwner({ manager, before, body }: UserChange): number | null {
  const { owned_by_id: owner } = body;
  if (manager.level < PLANT_ADMIN_LEVEL) {
    if (owner !== null && owner !== manager.id) throw beyondOwnRightsError('owned_by_id');
    return manager.id;
  }
  if (owner !== null && owner === before?.id) throw invalidUserField('owned_by_id');
  return owner;
}

/**
 * An account that must change its password stays so when enabled. A password set by a manager must be changed by the user
 * if passwords expire.
 */
function computeActive({ before, body }: UserChange): number {
  if (body.active === 0) return 0;
  if (body.password !== '') return body.set_password_expiry ? -1 : 1;
  return before?.active === -1 ? -1 : 1;
}

function computePasswordExpiry({ before, body, today }: UserChange): string | null {
  if (!body.set_password_expiry) return null;
  const isUnchanged = body.password === '' && before !== null && before.password_expires_on !== null;
  return isUnchanged ? before.password_expires_on : addDays(today, PASSWORD_VALID_DAYS);
}

const toSortedUnique = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

const toUserFields = (change: UserChange): UserFields => {
  const { body, before, manager } = change;
  return {
    username: body.username,
    fullname: body.fullname.trim(),
    email: body.email,
    group_id: body.group_id,
    admin: body.admin,
    active: computeActive(change),
    expires_on: body.datascadenza,
    password_expires_on: computePasswordExpiry(change),
    gates: body.varchi_abilitati === null ? null : toSortedUnique(body.varchi_abilitati),
    t_max: body.t_max,
    sees_plates: body.sees_plates ?? before?.sees_plates ?? manager.sees_plates,
    insert_bl: body.insert_bl,
    notifica_rubati: body.notifica_rubati,
    notifica_blacklist: body.notifica_blacklist,
    responsabile_interforze: body.responsabile_interforze === 1,
    can_manage_users: body.can_manage_users,
    can_manage_districts: body.can_manage_districts ?? before?.can_manage_districts ?? false,
    visure_pagamento: body.visure_pagamento,
    audit_read: body.audit_read ?? before?.audit_read ?? false,
    assignable_bl_groups: toSortedUnique(body.assignable_bl_groups),
    description: body.description.trim(),
    extra: body.extra.trim(),
    owned_by: computeOwner(change),
  };
};

function checkNewPassword({ manager, before, body }: UserChange, own: UserRights): void {
  const { password } = body;
  if (password === '') {
    if (before === null) throw invalidUserField('password');
    return;
  }
  if (
    before !== null &&
    before.id !== manager.id &&
    exceedsOwnRights(own, { ...toUserRights(before), gates: before.seen_gates })
  )
    throw beyondOwnRightsError('password');
  if (!isAcceptableNewPassword(password, body.username)) throw invalidUserField('password');
}

/**
 * A manager cannot disable or demote the own account, nor rename it (the vault signs in with the name), nor set the own
 * password here: that needs the old one.
 */
function checkOwnAccount(
  manager: PlantUser,
  fields: UserFields,
  level: number,
  body: PlantUserBody,
  today: string,
): void {
  const isClosed = fields.active === 0 || (fields.expires_on !== null && fields.expires_on < today);
  const isOther = body.password !== '' || fields.username !== manager.username;
  if (isClosed || isOther || level < manager.level) throw new AppError('conflict', { sub: 'own_account' });
}
