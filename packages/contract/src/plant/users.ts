import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint, fileResponse } from '../endpoint.ts';
import { DeviceKind } from './devices.ts';
import { IsoDate, Pagination, plainText, QueryBoolean, Uuid, wireInt, RowId } from '../wire.ts';

/** Administration of the people of one plant (T 2.17, T 3.8, T 7.5; readings A-08, ADR 0027). */

const MANAGE = { who: 'plant-user', rule: 'people.manage' } as const;

/** Page size of the user list, and limit of a request for all users (T 9). */
export const USER_PAGE_SIZE = 50;
export const MAX_LISTED_USERS = 10_000;

const params = z.object({ id: wireInt(1, 2_147_483_647) });
/** 1 or 0 as specified (USR-13); a boolean is accepted. */
const OneOrZero = z.union([z.literal(0), z.literal(1), z.boolean().transform((flag): 0 | 1 => (flag ? 1 : 0))]);
const Username = z
  .string()
  .min(2)
  .max(60)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]*$/);
const Email = z.union([z.literal(''), z.email().max(254)]);

/** Number of list entries that belong to a person. */
export const UserListCounts = z
  .object({ blacklist: z.int().min(0), whitelist: z.int().min(0), figurehead: z.int().min(0) })
  .meta({ id: 'UserLists' });
export type UserListCounts = z.infer<typeof UserListCounts>;

/** Rights of a person on the plant (T 6). */
const UserRightFields = {
  group_id: RowId,
  /** Administrator of the plant whatever the group. */
  admin: z.boolean(),
  /** Null: follows from the level. */
  insert_bl: z.boolean().nullable(),
  notifica_blacklist: z.boolean(),
  notifica_rubati: z.boolean(),
  can_manage_users: z.boolean(),
  visure_pagamento: z.boolean(),
  /** Maximum search range in minutes; 0: no limit. */
  t_max: z.int().min(0).max(5_256_000),
  /** Gates this person may see; null: all, empty: none. */
  varchi_abilitati: z.array(z.int().min(1).max(32_767)).max(2000).nullable(),
  /** Groups this person may choose as audience of a blacklist entry, besides their own. */
  assignable_bl_groups: z.array(RowId).max(500),
  /** Last day of the account. */
  datascadenza: IsoDate.nullable(),
};

/** A user of the plant as shown in the administration. Never contains a password or anything derived from it. */
export const PlantUserRecord = z
  .object({
    ...UserRightFields,
    /** The same number under both names (T 3.8). */
    ID: RowId,
    id: RowId,
    uuid: Uuid,
    username: z.string().max(120),
    fullname: z.string().max(200),
    email: z.string().max(254),
    group: z.string().max(80),
    level: z.int().min(1).max(9),
    /** 1 enabled, 0 disabled, -1 enabled and the password must be changed. */
    active: z.int().min(-1).max(1),
    responsabile_interforze: z.int().min(0).max(1),
    can_manage_districts: z.boolean(),
    /** May read the whole consultation log of the plant (ADR 0008). */
    audit_read: z.boolean().default(false),
    /** False: plates, checks and sharp pictures are hidden. */
    sees_plates: z.boolean(),
    /** Whether the password expires. */
    set_password_expiry: z.boolean(),
    data_password: IsoDate,
    scadenza_password: IsoDate.nullable(),
    description: z.string().max(255),
    extra: z.string().max(1000),
    districts: z.array(z.object({ id: RowId })).max(1000),
    /** Who administers this person; null: only the plant's administrators. */
    owned_by_id: RowId.nullable(),
    owned_by_username: z.string().max(120).nullable(),
    created_by_username: z.string().max(120).nullable(),
    interforze: z.enum(['no', 'asked', 'enabled']),
    /** T 4.8: 0 off, 1 with a smartphone, 2 always. Display only (readings TA70). */
    attivita_remota: z.int().min(0).max(2),
    /** May look up insurance and inspection. */
    rca_rev: z.boolean(),
    dispositivi: z.array(DeviceKind).max(3),
    liste: UserListCounts,
  })
  .meta({ id: 'PlantUserRecord' });
export type PlantUserRecord = z.infer<typeof PlantUserRecord>;

const IGNORED_USER_FIELDS = z.object({
  id: z.int().min(0),
  ID: z.int().min(0),
  districts: z.array(z.object({ id: RowId })).max(1000),
});

/** T 3.8. `id` 0 is a new person. Districts are set by their own call (readings TA32) and ignored here. */
export const PlantUserBody = z
  .object({
    ...IGNORED_USER_FIELDS.partial().shape,
    ...UserRightFields,
    username: Username,
    fullname: plainText(200),
    email: Email,
    active: OneOrZero,
    responsabile_interforze: OneOrZero,
    can_manage_districts: z.boolean().optional(),
    audit_read: z.boolean().optional(),
    sees_plates: z.boolean().optional(),
    set_password_expiry: z.boolean(),
    /** Empty: unchanged. */
    password: z.string().max(200),
    description: plainText(255),
    extra: plainText(1000),
    owned_by_id: RowId.nullable(),
    /** Address of the calling page (USR-15); recorded in the log. */
    frontend_url: z.string().max(300).optional(),
    plant_url: z.string().max(300).optional(),
    from_multi_portal: z.boolean().optional(),
  })
  .meta({ id: 'PlantUserWrite' });
export type PlantUserBody = z.output<typeof PlantUserBody>;

export const PlantUserFilter = z
  .object({
    /** Part of user name, full name, e-mail or description. */
    q: plainText(100).optional(),
    /** False: only disabled ones; true: only the others. */
    enabled: QueryBoolean.optional(),
    expired: QueryBoolean.optional(),
    /** The account, or its password, ends within thirty days. */
    expiring_soon: QueryBoolean.optional(),
    /** 0 disabled, -1 the password must be changed. */
    active: wireInt(-1, 0).optional(),
    owned_by_id: wireInt(1, 2_147_483_647).optional(),
    group_id: wireInt(1, 2_147_483_647).optional(),
    order_by: z
      .string()
      .regex(/^[+ -]?(username|fullname|email|group|level|datascadenza|owned_by_username)$/)
      .optional(),
  })
  .meta({ id: 'PlantUserFilter' });
export type PlantUserFilter = z.infer<typeof PlantUserFilter>;

const PlantUserQuerySchema = z.object({
  ...PlantUserFilter.shape,
  /** -1: all of them. */
  p: wireInt(-1, 1_000_000).optional(),
  page_size: wireInt(1, 999).optional(),
  offset: wireInt(0, 1_000_000).optional(),
  limit: wireInt(1, MAX_LISTED_USERS).optional(),
  paginate: QueryBoolean.optional(),
});
export type PlantUserQuery = z.infer<typeof PlantUserQuerySchema>;

export const PlantUserPage = z
  .object({ objects: z.array(PlantUserRecord).max(MAX_LISTED_USERS), pagination: Pagination })
  .meta({ id: 'PlantUserPage' });
export type PlantUserPage = z.infer<typeof PlantUserPage>;

const list = {
  response: PlantUserPage,
  errors: CALL_ERRORS,
  access: MANAGE,
  audit: 'users.search',
  limit: 'print',
} as const;

export const listPlantUsers = endpoint({
  ...list,
  id: 'listPlantUsers',
  method: 'GET',
  path: '/api/users',
  summary:
    'Users of the plant, as specified; below level 8 only those the caller administers. The product itself uses the POST twin',
  query: PlantUserQuerySchema,
});

export const searchPlantUsers = endpoint({
  ...list,
  id: 'searchPlantUsers',
  method: 'POST',
  path: '/api/users/search',
  summary: 'People of the plant (POST twin: names stay out of addresses and logs)',
  body: PlantUserQuerySchema,
});

const Format = { format: z.literal('csv').default('csv') };
const EXPORT_FIELDS = {
  // A plant may respond with a zip (readings TA33).
  response: fileResponse('text/csv', 'application/zip'),
  errors: CALL_ERRORS,
  access: MANAGE,
  audit: 'users.export',
  limit: 'print',
} as const;

export const exportPlantUsers = endpoint({
  ...EXPORT_FIELDS,
  id: 'exportPlantUsers',
  method: 'GET',
  path: '/api/users/export',
  summary: 'The same people as CSV, as specified; the product itself uses the POST twin',
  query: z.object({ ...PlantUserFilter.shape, ...Format }),
});

export const exportPlantUsersByBody = endpoint({
  ...EXPORT_FIELDS,
  id: 'exportPlantUsersByBody',
  method: 'POST',
  path: '/api/users/export',
  summary: 'People of the plant as CSV (POST twin)',
  body: z.object({ ...PlantUserFilter.shape, ...Format }),
});

const WRITE_ERRORS = [...CALL_ERRORS, 'duplicate', 'conflict'] as const;

const change = { access: MANAGE, limit: 'command' } as const;

export const createPlantUser = endpoint({
  ...change,
  id: 'createPlantUser',
  method: 'POST',
  path: '/api/users',
  summary: 'A new person; districts follow by their own call',
  body: PlantUserBody,
  response: PlantUserRecord,
  errors: WRITE_ERRORS,
  audit: 'users.create',
});

export const updatePlantUser = endpoint({
  ...change,
  id: 'updatePlantUser',
  method: 'PUT',
  path: '/api/users/:id',
  summary: 'Change a person; a new password, or disabling the account, ends its sessions',
  params,
  body: PlantUserBody,
  response: PlantUserRecord,
  errors: [...WRITE_ERRORS, 'not_found'],
  audit: 'users.update',
});

export const deletePlantUser = endpoint({
  ...change,
  id: 'deletePlantUser',
  method: 'DELETE',
  path: '/api/users/:id',
  summary: 'Remove a person; conflict user_has_lists while the person owns list entries',
  params,
  response: z.object({ deleted: z.literal(1) }).meta({ id: 'PlantUserDeleted' }),
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'users.delete',
});

const USER_LISTS_FIELDS = {
  params,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: MANAGE,
  audit: 'users.lists',
  limit: 'command',
} as const;

export const deleteUserBlacklists = endpoint({
  ...USER_LISTS_FIELDS,
  id: 'deleteUserBlacklists',
  method: 'DELETE',
  path: '/api/users/:id/blacklists',
  summary: 'Delete the list entries of a person',
  response: z.object({ deleted: UserListCounts }).meta({ id: 'UserListsDeleted' }),
});

export const moveUserBlacklists = endpoint({
  ...USER_LISTS_FIELDS,
  id: 'moveUserBlacklists',
  method: 'PUT',
  path: '/api/users/:id/blacklists',
  summary: 'Transfer the list entries of a person to another one',
  body: z.object({ dst_user_id: RowId }),
  /** `left`: reserved entries that were not moved, because the new owner has reserved those plates already. */
  response: z.object({ moved: UserListCounts, left: z.int().min(0) }).meta({ id: 'UserListsMoved' }),
});
