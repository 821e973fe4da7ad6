import type { PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import type { PlantUser } from '../../../apps/plant-server/src/auth/plant-user.repository.ts';

export const OPERATOR_UUID = '3f0b4f8e-8a3c-4c53-9a57-0d5a1b2c3d4e';

/** The account of the simulated person on every plant. */
export const createPlantUser = (): PlantUser => ({
  ...{ id: 7, uuid: OPERATOR_UUID, username: 'm.ferri', fullname: 'M. Ferri', group_id: 1, active: 1 },
  ...{ password_set_on: '2026-01-01', password_expires_on: null, expires_on: null, t_max: 0, sees_plates: true },
  ...{ insert_bl: null, notifica_rubati: true, notifica_blacklist: true, responsabile_interforze: false },
  ...{ can_manage_users: false, can_manage_districts: false, visure_pagamento: true, audit_read: false },
  ...{ group_name: 'fdo', level: 5, interforce: 'no', assignable_bl_groups: [], created_by_username: null },
  ...{ owned_by_username: null, password_hash: '', ver: 1, look_back_days: null, rows_per_day: null },
  ...{ approves: false, handles_requests: false, time_limit: 'window', own_gates: null, gates: null },
});

/** What a plant answers to the sign-in; an old one does not know the newer fields. */
export const buildLoginResponse = (token: string, uuid: string, isOld: boolean): PlantLoginResponse => ({
  ...{ token, expire: 4_000_000_000, username: 'm.ferri', watermark_text: 'm.ferri' },
  user: {
    ...{ ID: 7, uuid: OPERATOR_UUID, active: 1, level: 5, group: 'fdo', group_id: 1, varchi_abilitati: [] },
    ...{ varchi_abilitati_eff: null, data_scadenza: null, data_password: null, scadenza_password: null },
    ...{ insert_bl: null, notifica_rubati: true, t_max: 0, responsabile_interforze: false, can_manage_users: false },
    ...{ can_manage_districts: false, created_by_username: null, owned_by_username: null, visure_pagamento: true },
    assignable_bl_groups: [],
    ...(isOld
      ? {}
      : { audit_read: false, look_back_days: null, rows_per_day: null, approves: false, handles_requests: false }),
  } as PlantLoginResponse['user'],
  license_info: { expiration_date: null, lic_scadenza: null, license_numeric: null, license_options: null },
  parameters: {
    ...{ plant_uuid: uuid, label: 'Impianto', code: 'IMP', municipality: 'Cesena', retention_days: 90 },
    ...{ requires_reason: false, requires_case: false, reasons: [] },
  },
});
