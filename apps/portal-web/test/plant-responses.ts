import type { PlantLoginResponse } from '@varco/contract/plant/auth.ts';

/** A plant's sign-in response for tests; invented. */
export function buildPlantLoginResponse(token: string, plantUuid: string, active = 1): PlantLoginResponse {
  return {
    token,
    expire: 4_000_000_000,
    user: {
      ID: 7,
      uuid: '3f0b4f8e-8a3c-4c53-9a57-0d5a1b2c3d4e',
      active,
      level: 5,
      group: 'fdo',
      group_id: 1,
      varchi_abilitati: [],
      varchi_abilitati_eff: null,
      data_scadenza: null,
      data_password: null,
      scadenza_password: null,
      insert_bl: null,
      notifica_rubati: false,
      t_max: 0,
      responsabile_interforze: false,
      can_manage_users: false,
      can_manage_districts: false,
      created_by_username: null,
      owned_by_username: null,
      visure_pagamento: false,
      audit_read: false,
      look_back_days: null,
      rows_per_day: null,
      approves: false,
      assignable_bl_groups: [],
    },
    username: 'rossi',
    license_info: { expiration_date: null, lic_scadenza: null, license_numeric: null, license_options: null },
    parameters: {
      plant_uuid: plantUuid,
      label: 'Cesena Cintura',
      code: 'CES',
      municipality: 'Cesena',
      retention_days: 90,
      requires_reason: false,
      requires_case: false,
      reasons: [],
    },
    watermark_text: 'rossi',
  };
}
