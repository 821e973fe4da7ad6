import { z } from 'zod';
import { BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { SettingChange, SettingVersion } from '../setting-fields.ts';
import { IdParams, plainText, RowId, Uuid } from '../wire.ts';

/** By what a group joins plants. A plant may be in several groups, also of one kind. */
export const PLANT_GROUP_KINDS = ['province', 'body', 'other'] as const;
export type PlantGroupKind = (typeof PLANT_GROUP_KINDS)[number];

export const MAX_PLANT_GROUPS = 200;
export const MAX_PLANT_GROUP_NAME = 80;
/** As many plants as the list of one person holds. */
export const MAX_PLANT_GROUP_MEMBERS = 500;

const Members = z.array(RowId).max(MAX_PLANT_GROUP_MEMBERS);

/** A group as a person sees it: only with plants of the own list. */
export const PlantGroup = z
  .object({
    id: Uuid,
    kind: z.enum(PLANT_GROUP_KINDS),
    name: z.string().max(MAX_PLANT_GROUP_NAME),
    /** Registry ids. */
    plants: Members,
  })
  .meta({ id: 'PlantGroup' });
export type PlantGroup = z.infer<typeof PlantGroup>;

/** A group as its administrators see it: with every member. */
export const ManagedPlantGroup = PlantGroup.extend({
  ver: SettingVersion,
  changed: SettingChange,
}).meta({ id: 'ManagedPlantGroup' });
export type ManagedPlantGroup = z.infer<typeof ManagedPlantGroup>;

/** Groups without any plant of the own list are left out: not even their names are shown. */
export const listOwnPlantGroups = endpoint({
  id: 'listOwnPlantGroups',
  method: 'GET',
  path: '/api/v1/userinfo/plant-groups',
  summary: "Groups of plants, with those plants that are in the caller's list",
  response: z.object({ groups: z.array(PlantGroup).max(MAX_PLANT_GROUPS) }),
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  access: { who: 'portal-user', rule: 'ready' },
  audit: null,
  limit: 'read',
});

const ADMIN = { who: 'portal-user', rule: 'admin' } as const;
const params = z.object({ group: Uuid });
const PlantGroupFields = z.object({
  kind: z.enum(PLANT_GROUP_KINDS),
  name: plainText(MAX_PLANT_GROUP_NAME).refine((name) => name.trim() !== '', 'empty'),
  plants: Members,
});

export const listPlantGroups = endpoint({
  id: 'listPlantGroups',
  method: 'GET',
  path: '/api/v1/plant-groups',
  summary: 'Every group of plants with every member (administrators)',
  response: z.object({ groups: z.array(ManagedPlantGroup).max(MAX_PLANT_GROUPS) }),
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  access: ADMIN,
  audit: null,
  limit: 'read',
});

/** Errors: `duplicate` for a name of this kind; `conflict`/`too_many_plant_groups`; `bad_request` for an unknown plant. */
export const createPlantGroup = endpoint({
  id: 'createPlantGroup',
  method: 'POST',
  path: '/api/v1/plant-groups',
  summary: 'Make a group of plants (administrators)',
  body: PlantGroupFields,
  response: ManagedPlantGroup,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'duplicate', 'conflict', 'unavailable'],
  access: ADMIN,
  audit: 'plant-group.create',
  limit: 'command',
});

/** `ver` as read: `conflict` when somebody else changed the group in between. */
export const updatePlantGroup = endpoint({
  id: 'updatePlantGroup',
  method: 'PUT',
  path: '/api/v1/plant-groups/:group',
  summary: 'Change name, kind and members of a group of plants (administrators)',
  params,
  body: PlantGroupFields.extend({ ver: SettingVersion }),
  response: ManagedPlantGroup,
  errors: [...BASIC_ONE_ERRORS, 'duplicate', 'conflict'],
  access: ADMIN,
  audit: 'plant-group.update',
  limit: 'command',
});

/** Its plants and everything that names them stay as they are. */
export const deletePlantGroup = endpoint({
  id: 'deletePlantGroup',
  method: 'DELETE',
  path: '/api/v1/plant-groups/:group',
  summary: 'Remove a group of plants (administrators)',
  params,
  response: null,
  errors: BASIC_ONE_ERRORS,
  access: ADMIN,
  audit: 'plant-group.delete',
  limit: 'command',
});

/**
 * Adds the enabled plants that the group has now to a person's list; later changes of the group do not follow. It gives no
 * right on a plant. Errors: `conflict`/`own_account`, because a second person is needed; `conflict`/`too_many_listed_plants`.
 */
export const addGroupToUser = endpoint({
  id: 'addGroupToUser',
  method: 'POST',
  path: '/api/v1/user/:id/plant-groups',
  summary: "Add the plants of a group to another person's list (administrators)",
  params: IdParams,
  body: z.object({ group: Uuid }),
  response: z.object({
    /** Plants that were not in the list before. */
    added: z.int().min(0),
    /** Plants of the group that were. */
    known: z.int().min(0),
  }),
  errors: [...BASIC_ONE_ERRORS, 'conflict'],
  access: ADMIN,
  audit: 'user.add-plants',
  limit: 'command',
});
