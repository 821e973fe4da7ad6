import type { PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { toPlantParameters, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';

const formatItalianDay = (day: string): string => day.split('-').reverse().join('/');

const toLicenseInfo = (settings: PlantSettings): PlantLoginResponse['license_info'] => ({
  expiration_date: settings.license_expires_on,
  lic_scadenza: settings.license_expires_on === null ? null : formatItalianDay(settings.license_expires_on),
  license_numeric: settings.license_number,
  license_options: settings.license_options,
});

const toLoginUser = (user: PlantUser): PlantLoginResponse['user'] => ({
  ID: user.id,
  uuid: user.uuid,
  active: user.active,
  level: user.level,
  group: user.group_name,
  group_id: user.group_id,
  varchi_abilitati: [...(user.own_gates ?? [])],
  varchi_abilitati_eff: user.gates === null ? null : [...user.gates],
  data_scadenza: user.expires_on,
  data_password: user.password_set_on,
  scadenza_password: user.password_expires_on,
  insert_bl: user.insert_bl,
  notifica_rubati: user.notifica_rubati,
  t_max: user.t_max,
  responsabile_interforze: user.responsabile_interforze,
  can_manage_users: user.can_manage_users,
  can_manage_districts: user.can_manage_districts,
  created_by_username: user.created_by_username,
  owned_by_username: user.owned_by_username,
  visure_pagamento: user.visure_pagamento,
  audit_read: user.audit_read,
  look_back_days: user.look_back_days,
  rows_per_day: user.rows_per_day,
  approves: user.approves,
  handles_requests: user.handles_requests,
  assignable_bl_groups: [...user.assignable_bl_groups],
});

/** Response to a sign-in (P 7). `expire`: epoch seconds. */
export const buildLoginResponse = (
  user: PlantUser,
  settings: PlantSettings,
  token: string,
  expire: number,
): PlantLoginResponse => ({
  token,
  expire,
  user: toLoginUser(user),
  username: user.username,
  license_info: toLicenseInfo(settings),
  parameters: toPlantParameters(settings),
  watermark_text: settings.watermark_text,
});
