import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Pagination, plainText, QueryBoolean, IdParams, RowId } from '../wire.ts';

const Level = z.int().min(1).max(9);
const Version = z.int().min(1);

/** A name as a person types it: repeated spaces are reduced to one; not empty. */
export const ShortName = plainText(80)
  .transform((name) => name.trim().replaceAll(/\s+/g, ' '))
  .refine((name) => name !== '', 'empty');

/** Default rights of a new member of a group; they can be changed for each user. */
export const GroupDefaults = z
  .object({
    /** Minutes of allowed search range; 0: no limit. */
    t_max: z.int().min(0).max(5_256_000).default(0),
    insert_bl: z.boolean().default(true),
    notifica_blacklist: z.boolean().default(false),
    notifica_rubati: z.boolean().default(false),
    responsabile_interforze: z.boolean().default(false),
    can_manage_users: z.boolean().default(false),
    can_manage_districts: z.boolean().default(false),
    visure_pagamento: z.boolean().default(false),
  })
  .meta({ id: 'GroupDefaults' });
export type GroupDefaults = z.output<typeof GroupDefaults>;

/** Limits of every member beyond which a second person must agree (ADR 0027), and who that person may be. */
const GROUP_LIMITS = {
  /** Days back that are searched without asking; null: no limit. */
  look_back_days: z.int().min(1).max(3650).nullable().default(null),
  /** Rows a member is shown in a day without asking; null: no limit. */
  rows_per_day: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Members decide the requests of others. */
  approves: z.boolean().default(false),
  /** Members work off the requests of people about their data (ADR 0064). */
  handles_requests: z.boolean().default(false),
};

/** A group of users of a plant. Its level is that of every member. */
export const Group = z
  .object({
    id: RowId,
    name: z.string().max(80),
    level: Level,
    /** Members belong to the forces: the name begins with lower-case "fdo". They have force rights from level 5 on. */
    fdo: z.boolean(),
    defaults: GroupDefaults,
    ...GROUP_LIMITS,
    /** Number of users in it, including disabled ones. */
    members: z.int().min(0),
    ver: Version,
  })
  .meta({ id: 'Group' });
export type Group = z.output<typeof Group>;

/** Maximum number of groups of a plant. */
export const MAX_GROUPS = 200;

const GroupBody = z
  .object({ name: ShortName, level: Level, defaults: GroupDefaults.prefault({}), ...GROUP_LIMITS })
  .meta({ id: 'GroupBody' });
export type GroupBody = z.output<typeof GroupBody>;

/** A user in a selection list. */
export const PersonRef = z
  .object({
    id: RowId,
    username: z.string().max(120),
    fullname: z.string().max(200),
    group: z.string().max(80),
    level: Level,
    /** 1 enabled, 0 disabled, -1 the password must be changed. */
    active: z.int().min(-1).max(1),
  })
  .meta({ id: 'PersonRef' });
export type PersonRef = z.output<typeof PersonRef>;

/** Maximum number of people in a selection list. */
export const MAX_PEOPLE = 10_000;

const MANAGE = { who: 'plant-user', rule: 'groups.manage' } as const;

export const listGroups = endpoint({
  id: 'listGroups',
  method: 'GET',
  path: '/api/groups',
  summary: 'Groups of the plant, by name',
  response: z.object({ objects: z.array(Group).max(MAX_GROUPS), pagination: Pagination }),
  errors: CALL_ERRORS,
  access: { who: 'plant-user', rule: 'people.manage' },
  audit: null,
  limit: 'read',
});

export const listGroupMembers = endpoint({
  id: 'listGroupMembers',
  method: 'GET',
  path: '/api/groups/:id/members',
  summary: 'Users in a group, by name',
  params: IdParams,
  response: z.object({ objects: z.array(PersonRef).max(MAX_PEOPLE) }),
  errors: [...CALL_ERRORS, 'not_found'],
  access: MANAGE,
  audit: 'groups.members',
  limit: 'read',
});

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/api/people',
  summary: 'Users by name, for selection: those the caller may assign to districts, or manages',
  query: z.object({
    /** Only users the caller manages. */
    managed: QueryBoolean.default(false),
  }),
  response: z.object({ objects: z.array(PersonRef).max(MAX_PEOPLE) }),
  errors: CALL_ERRORS,
  access: { who: 'plant-user', rule: 'districts.read' },
  audit: 'people.list',
  limit: 'read',
});

const change = { access: MANAGE, limit: 'command' } as const;

export const createGroup = endpoint({
  ...change,
  id: 'createGroup',
  method: 'POST',
  path: '/api/groups',
  summary: 'A new group, of at most the caller’s level',
  body: GroupBody,
  response: Group,
  errors: [...CALL_ERRORS, 'duplicate', 'conflict'],
  audit: 'groups.save',
});

export const updateGroup = endpoint({
  ...change,
  id: 'updateGroup',
  method: 'PUT',
  path: '/api/groups/:id',
  summary: 'Change a group; its members have the new level at once',
  params: IdParams,
  /** `ver` as read: `conflict` when somebody else saved in between. */
  body: GroupBody.extend({ ver: Version }),
  response: Group,
  errors: [...CALL_ERRORS, 'not_found', 'duplicate', 'conflict'],
  audit: 'groups.save',
});

export const deleteGroup = endpoint({
  ...change,
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/api/groups/:id',
  summary: 'Delete a group without members that is not the audience of any list entry',
  params: IdParams,
  response: null,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'groups.delete',
});
