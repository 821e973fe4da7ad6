import type { CallInput } from '@varco/contract/endpoint.ts';
import type { createPlantUser, PlantUserRecord } from '@varco/contract/plant/users.ts';
import { formatItalianDay, parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { isStrongPlantPassword } from '@varco/domain/plants/plant-password.ts';
import { acceptsBlacklistEntries } from '@varco/domain/policy/plant-rights.ts';

/** Form values of a user record (T 3.8). */
export interface UserForm {
  readonly username: string;
  readonly fullname: string;
  readonly email: string;
  readonly description: string;
  readonly extra: string;
  readonly isActive: boolean;
  /** As typed; empty: no expiry. */
  readonly expiry: string;
  readonly password: string;
  readonly passwordExpires: boolean;
  readonly ownerId: number | null;
  readonly groupId: number | null;
  readonly admin: boolean;
  readonly insertBl: boolean;
  readonly flags: Readonly<Record<FormFlag, boolean>>;
  readonly assignable: readonly number[];
  /** As typed, minutes. */
  readonly tMax: string;
  readonly hasAllGates: boolean;
  readonly gates: readonly number[];
  readonly districts: readonly number[];
}

/** Permission flags (T 6) in the order of the form. */
export const FORM_FLAGS = [
  'can_manage_users',
  'can_manage_districts',
  'responsabile_interforze',
  'notifica_blacklist',
  'notifica_rubati',
  'visure_pagamento',
  'audit_read',
  'sees_plates',
] as const;
export type FormFlag = (typeof FORM_FLAGS)[number];

const DEFAULT_FLAGS: Readonly<Record<FormFlag, boolean>> = {
  can_manage_users: false,
  can_manage_districts: false,
  responsabile_interforze: false,
  notifica_blacklist: false,
  notifica_rubati: false,
  visure_pagamento: false,
  audit_read: false,
  sees_plates: true,
};

/** Form of a new user, within the limits of the manager. */
export const createUserForm = (own: {
  readonly ownerId: number | null;
  readonly tMax: number;
  readonly gates: readonly number[] | null;
}): UserForm => ({
  username: '',
  fullname: '',
  email: '',
  description: '',
  extra: '',
  isActive: true,
  expiry: '',
  password: '',
  passwordExpires: true,
  ownerId: own.ownerId,
  groupId: null,
  admin: false,
  insertBl: true,
  flags: DEFAULT_FLAGS,
  assignable: [],
  tMax: String(own.tMax),
  hasAllGates: own.gates === null,
  gates: own.gates ?? [],
  districts: [],
});

/** Converts a user record of a plant to form values. */
export const toUserForm = (user: PlantUserRecord): UserForm => ({
  username: user.username,
  fullname: user.fullname,
  email: user.email,
  description: user.description,
  extra: user.extra,
  isActive: user.active !== 0,
  expiry: user.datascadenza === null ? '' : formatItalianDay(user.datascadenza),
  password: '',
  passwordExpires: user.set_password_expiry,
  ownerId: user.owned_by_id,
  groupId: user.group_id,
  admin: user.admin,
  insertBl: acceptsBlacklistEntries(user.insert_bl),
  flags: {
    can_manage_users: user.can_manage_users,
    can_manage_districts: user.can_manage_districts,
    responsabile_interforze: user.responsabile_interforze === 1,
    notifica_blacklist: user.notifica_blacklist,
    notifica_rubati: user.notifica_rubati,
    visure_pagamento: user.visure_pagamento,
    audit_read: user.audit_read,
    sees_plates: user.sees_plates,
  },
  assignable: user.assignable_bl_groups,
  tMax: String(user.t_max),
  hasAllGates: user.varchi_abilitati === null,
  gates: user.varchi_abilitati ?? [],
  districts: user.districts.map(({ id }) => id),
});

export type FormFault = 'username' | 'email' | 'group_id' | 'datascadenza' | 't_max' | 'password';

const MAX_RANGE_MINUTES = 5_256_000;

/** Validation errors of the form. `isNew`: a password is required. */
export function validateUserForm(form: UserForm, isNew: boolean, nowMs: number): ReadonlySet<FormFault> {
  const faults = new Set<FormFault>();
  const { password } = form;
  if (!/^[A-Za-z0-9][A-Za-z0-9._@+-]{1,59}$/.test(form.username)) faults.add('username');
  if (form.email !== '' && !/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/.test(form.email)) faults.add('email');
  if (form.groupId === null) faults.add('group_id');
  if (form.expiry.trim() !== '' && parseTypedDay(form.expiry, nowMs) === null) faults.add('datascadenza');
  if (!/^\d{1,7}$/.test(form.tMax) || Number(form.tMax) > MAX_RANGE_MINUTES) faults.add('t_max');
  if ((isNew || password !== '') && !isStrongPlantPassword(password, form.username)) faults.add('password');
  return faults;
}

export type UserPayload = CallInput<typeof createPlantUser>['body'];

/** `insert_bl` null means "by level"; an unchanged null stays null. */
const toInsertBl = (form: UserForm, before: PlantUserRecord | null): boolean | null =>
  before !== null && before.insert_bl === null && form.insertBl ? null : form.insertBl;

/**
 * Request body of a user (USR-13 to USR-15): flags as in the specification, districts as objects, an empty password if
 * none, and the origin of the call.
 * @param form valid values
 * @param before null: a new user, `id` 0
 */
export function buildUserPayload(
  form: UserForm,
  before: PlantUserRecord | null,
  { plantUrl, frontendUrl, nowMs }: { readonly plantUrl: string; readonly frontendUrl: string; readonly nowMs: number },
): UserPayload {
  const { flags } = form;
  return {
    id: before?.id ?? 0,
    username: form.username,
    fullname: form.fullname.trim(),
    email: form.email.trim(),
    description: form.description.trim(),
    extra: form.extra.trim(),
    active: form.isActive ? 1 : 0,
    datascadenza: form.expiry.trim() === '' ? null : parseTypedDay(form.expiry, nowMs),
    password: form.password,
    set_password_expiry: form.passwordExpires,
    owned_by_id: form.ownerId,
    group_id: form.groupId ?? 0,
    admin: form.admin,
    insert_bl: toInsertBl(form, before),
    notifica_blacklist: flags.notifica_blacklist,
    notifica_rubati: flags.notifica_rubati,
    responsabile_interforze: flags.responsabile_interforze ? 1 : 0,
    can_manage_users: flags.can_manage_users,
    can_manage_districts: flags.can_manage_districts,
    sees_plates: flags.sees_plates,
    visure_pagamento: flags.visure_pagamento,
    audit_read: flags.audit_read,
    t_max: Number(form.tMax),
    varchi_abilitati: form.hasAllGates ? null : [...form.gates],
    assignable_bl_groups: [...form.assignable],
    districts: form.districts.map((id) => ({ id })),
    frontend_url: frontendUrl,
    plant_url: plantUrl,
    from_multi_portal: true,
  };
}

/** Role by level (TPERM-16, readings TA66). */
export type Role = 'base' | 'operator' | 'admin';
export const toRole = (level: number): Role => {
  if (level >= PLANT_ADMIN_LEVEL) return 'admin';
  return level >= 5 ? 'operator' : 'base';
};

export type AccountState = 'enabled' | 'disabled' | 'mustChange' | 'expired' | 'passwordExpired' | 'soon';

/** State of an account, the most severe first. Days are ISO; an expiry until `soonDay` counts as soon. */
export function computeAccountState(
  user: Pick<PlantUserRecord, 'active' | 'datascadenza' | 'scadenza_password'>,
  today: string,
  soonDay: string,
): AccountState {
  const { active, datascadenza: end, scadenza_password: passwordEnd } = user;
  if (active === 0) return 'disabled';
  if (end !== null && end < today) return 'expired';
  if (active === -1) return 'mustChange';
  if (passwordEnd !== null && passwordEnd < today) return 'passwordExpired';
  const isNear = [end, passwordEnd].some((day) => day !== null && day <= soonDay);
  return isNear ? 'soon' : 'enabled';
}
