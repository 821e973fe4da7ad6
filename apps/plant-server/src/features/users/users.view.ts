import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import type { UserRights } from '@varco/domain/policy/user-grants.ts';
import { formatCsv } from '@varco/server-kit/http/csv-text.ts';
import type { ManagedUserRow } from './users.repository.ts';

/** A user in the format of the API (T 3.8). */
export const toUserRecord = (row: ManagedUserRow): PlantUserRecord => ({
  ID: row.id,
  id: row.id,
  uuid: row.uuid,
  username: row.username,
  fullname: row.fullname,
  email: row.email,
  group_id: row.group_id,
  group: row.group_name,
  level: row.level,
  admin: row.admin,
  active: row.active,
  datascadenza: row.expires_on,
  set_password_expiry: row.password_expires_on !== null,
  data_password: row.password_set_on,
  scadenza_password: row.password_expires_on,
  varchi_abilitati: row.gates === null ? null : [...row.gates],
  t_max: row.t_max,
  sees_plates: row.sees_plates,
  insert_bl: row.insert_bl,
  notifica_blacklist: row.notifica_blacklist,
  notifica_rubati: row.notifica_rubati,
  responsabile_interforze: row.responsabile_interforze ? 1 : 0,
  can_manage_users: row.can_manage_users,
  can_manage_districts: row.can_manage_districts,
  visure_pagamento: row.visure_pagamento,
  audit_read: row.audit_read,
  assignable_bl_groups: [...row.assignable_bl_groups],
  description: row.description,
  extra: row.extra,
  districts: row.districts.map((id) => ({ id })),
  owned_by_id: row.owned_by,
  owned_by_username: row.owned_by_username,
  created_by_username: row.created_by_username,
  interforze: row.interforce,
  attivita_remota: row.remote_activity,
  rca_rev: row.sees_plates && canActOnPlant({ level: row.level, group: row.group_name }) === null,
  dispositivi: [...row.devices],
  liste: { blacklist: row.n_black, whitelist: row.n_white, figurehead: row.n_heads },
});

/** The rights of an account, for the delegation rules. */
export const toUserRights = (row: ManagedUserRow): UserRights => row;

const formatYesNo = (flag: boolean): string => (flag ? 'si' : 'no');

const CSV_COLUMNS: readonly (readonly [string, (user: PlantUserRecord) => string])[] = [
  ['utente', (user) => user.username],
  ['nome', (user) => user.fullname],
  ['email', (user) => user.email],
  ['gruppo', (user) => user.group],
  ['livello', (user) => String(user.level)],
  ['stato', (user) => (user.active === 0 ? 'disabilitato' : user.active === -1 ? 'cambio password' : 'abilitato')],
  ['scadenza', (user) => user.datascadenza ?? ''],
  ['password_del', (user) => user.data_password],
  ['scadenza_password', (user) => user.scadenza_password ?? ''],
  ['amministratore', (user) => formatYesNo(user.level >= 8)],
  ['gestisce_utenti', (user) => formatYesNo(user.can_manage_users)],
  ['inserisce_blacklist', (user) => (user.insert_bl === null ? '' : formatYesNo(user.insert_bl))],
  ['notifica_blacklist', (user) => formatYesNo(user.notifica_blacklist)],
  ['notifica_rubati', (user) => formatYesNo(user.notifica_rubati)],
  ['responsabile_interforze', (user) => formatYesNo(user.responsabile_interforze === 1)],
  ['visure_a_pagamento', (user) => formatYesNo(user.visure_pagamento)],
  ['legge_registro', (user) => formatYesNo(user.audit_read)],
  ['vede_targhe', (user) => formatYesNo(user.sees_plates)],
  ['limite_minuti', (user) => (user.t_max === 0 ? '' : String(user.t_max))],
  ['varchi', (user) => (user.varchi_abilitati === null ? 'tutti' : user.varchi_abilitati.join(' '))],
  ['gestito_da', (user) => user.owned_by_username ?? ''],
  ['dispositivi', (user) => user.dispositivi.join(' ')],
  ['descrizione', (user) => user.description],
];

/** Users as CSV, without passwords or hashes. */
export const formatUsersCsv = (rows: readonly ManagedUserRow[]): string => {
  const people = rows.map(toUserRecord);
  return formatCsv([
    CSV_COLUMNS.map(([name]) => name),
    ...people.map((user) => CSV_COLUMNS.map(([, text]) => text(user))),
  ]);
};
