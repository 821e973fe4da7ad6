import { z } from 'zod';
import { TIME_LIMITS } from '@varco/domain/transits/search-window.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, Uuid } from '../wire.ts';

/** Licence block a plant sends at sign-in (P 3). */
export const LicenseInfo = z
  .object({
    expiration_date: IsoDate.nullable(),
    /** DD/MM/YYYY, for older plants (readings B-34). */
    lic_scadenza: z.string().max(10).nullable(),
    license_numeric: z.string().max(32).nullable(),
    license_options: z
      .object({
        adv_charts: z
          .object({ expiration_date: IsoDate.nullable(), g2g: z.boolean(), population: z.boolean() })
          .nullable()
          .optional(),
        /** Checks and look-ups of insurance and inspection are allowed. */
        rca_rev: z.boolean().optional(),
        /** Paid look-ups are allowed. */
        visure: z.boolean().optional(),
      })
      .nullable(),
  })
  .meta({ id: 'LicenseInfo' });
export type LicenseInfo = z.infer<typeof LicenseInfo>;

/** The plant's own record of the signed-in user (P 7). Flags are 1/0 or booleans, depending on the plant. */
export const PlantLoginUser = z
  .object({
    ID: z.int(),
    uuid: Uuid,
    active: z.int(),
    level: z.int().min(1).max(9),
    group: z.string().max(80),
    group_id: z.int(),
    /** Gate ids assigned to the user; empty: all. */
    varchi_abilitati: z.array(z.int()).max(2000),
    /** Gates the user may see after applying districts and group; null: all. */
    varchi_abilitati_eff: z.array(z.int()).max(2000).nullable(),
    data_scadenza: IsoDate.nullable(),
    data_password: IsoDate.nullable(),
    scadenza_password: IsoDate.nullable(),
    insert_bl: z.boolean().nullable(),
    notifica_rubati: z.boolean(),
    /** Limit in minutes, of what `parameters.time_limit` says; 0: no limit. */
    t_max: z.int().min(0),
    responsabile_interforze: z.boolean(),
    can_manage_users: z.boolean(),
    can_manage_districts: z.boolean(),
    created_by_username: z.string().max(120).nullable(),
    owned_by_username: z.string().max(120).nullable(),
    visure_pagamento: z.boolean(),
    /** May read the whole consultation log; absent on older plants. */
    audit_read: z.boolean().default(false),
    /** Limits of the role beyond which a second person must agree; null: none. Absent on older plants. */
    look_back_days: z.int().min(1).nullable().default(null),
    rows_per_day: z.int().min(1).nullable().default(null),
    /** Decides the requests of others. */
    approves: z.boolean().default(false),
    /** Works off the requests of people about their data. */
    handles_requests: z.boolean().default(false),
    assignable_bl_groups: z.array(z.int()).max(500),
  })
  .meta({ id: 'PlantLoginUser' });

/** Facts about the plant that the client needs before the first search. */
export const PlantParameters = z
  .object({
    plant_uuid: Uuid,
    label: z.string().max(80),
    /** Short code shown in rows, three letters. */
    code: z.string().max(6),
    municipality: z.string().max(80),
    /** Days transits are retained; older rows show "antecedente *" (readings TA25). */
    retention_days: z.int().min(1),
    requires_reason: z.boolean(),
    requires_case: z.boolean(),
    /** Reasons offered by the plant's administrator: code and Italian / English label. */
    reasons: z
      .array(
        z.object({
          code: z.string().max(40),
          it: z.string().max(120),
          en: z.string().max(120),
          /** A case number is needed with this reason; absent on older plants. */
          requires_case: z.boolean().optional(),
        }),
      )
      .max(40),
    /**
     * What the user's t_max limits (readings TA53): `window`, the length of a search; `age`, how far back transits are
     * shown. Absent: `window`.
     */
    time_limit: z.enum(TIME_LIMITS).optional(),
  })
  .meta({ id: 'PlantParameters' });
export type PlantParameters = z.infer<typeof PlantParameters>;

export const PlantLoginResponse = z
  .object({
    token: z.string().max(4096),
    /** Epoch seconds. */
    expire: z.int(),
    user: PlantLoginUser,
    username: z.string().max(120),
    license_info: LicenseInfo,
    parameters: PlantParameters,
    watermark_text: z.string().max(200),
  })
  .meta({ id: 'PlantLoginAnswer' });
export type PlantLoginResponse = z.infer<typeof PlantLoginResponse>;

/**
 * Proof of the vault from which the account signs in; absent when there is none. Wrong passwords of others at the same address do
 * not slow a vault down from which the account has signed in before.
 */
const VaultProof = z
  .string()
  .regex(/^[\w-]{43}$/)
  .optional();

export const plantLogin = endpoint({
  id: 'plantLogin',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in to the plant',
  body: z.object({
    username: z.string().min(1).max(120),
    password: z.string().min(1).max(200),
    vault_proof: VaultProof,
  }),
  response: PlantLoginResponse,
  errors: [
    'bad_credentials',
    'user_expired',
    'expired_password',
    'weak_password',
    'user_not_enabled',
    'rate_limit_exceeded',
  ],
  access: { who: 'anyone' },
  audit: 'plant.login',
  limit: 'sign-in',
});

export const plantChangePassword = endpoint({
  id: 'plantChangePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password of a plant account, proven by the old one',
  body: z.object({
    username: z.string().min(1).max(120),
    password: z.string().min(1).max(200),
    old_password: z.string().min(1).max(200),
    vault_proof: VaultProof,
  }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['bad_credentials', 'weak_password', 'user_not_enabled', 'rate_limit_exceeded'],
  access: { who: 'anyone' },
  audit: 'plant.change-password',
  limit: 'sign-in',
});

/** Ends only the session of this token; other sessions of the user live on. */
export const plantLogout = endpoint({
  id: 'plantLogout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out of the plant: the token, its picture tickets, alert streams and direct exports not begun end',
  response: null,
  errors: ['invalid_token', 'unavailable'],
  access: { who: 'plant-user', rule: 'signed-in' },
  audit: 'plant.logout',
  limit: 'command',
});
