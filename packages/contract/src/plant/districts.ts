import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Pagination, IdParams, RowId } from '../wire.ts';
import { MAX_PEOPLE, ShortName } from './groups.ts';

const GateId = z.int().min(1).max(32_767);
const Version = z.int().min(1);

/** A named part of a plant: users assigned to districts see the gates of those districts only. */
export const District = z
  .object({
    id: RowId,
    name: z.string().max(80),
    gates: z.array(z.int()).max(2000),
    /** Ids of the assigned users whom the caller manages. */
    users: z.array(z.int()).max(MAX_PEOPLE),
    ver: Version,
  })
  .meta({ id: 'District' });
export type District = z.output<typeof District>;

/** Maximum number of districts of a plant, and of one user. */
export const MAX_DISTRICTS = 500;

const DistrictBody = z
  .object({ name: ShortName, gates: z.array(GateId).max(2000), users: z.array(RowId).max(MAX_PEOPLE) })
  .meta({ id: 'DistrictBody' });
export type DistrictBody = z.output<typeof DistrictBody>;

/** For those who manage districts and those who manage users: both assign people to districts. */
const READ = { who: 'plant-user', rule: 'districts.read' } as const;
const MANAGE = { who: 'plant-user', rule: 'districts.manage' } as const;

export const listDistricts = endpoint({
  id: 'listDistricts',
  method: 'GET',
  path: '/api/districts',
  summary: 'Districts of the plant with their gates and users, by name',
  response: z.object({ objects: z.array(District).max(MAX_DISTRICTS), pagination: Pagination }),
  errors: CALL_ERRORS,
  access: READ,
  audit: null,
  limit: 'read',
});

const save = { access: MANAGE, limit: 'export' } as const;

export const createDistrict = endpoint({
  ...save,
  id: 'createDistrict',
  method: 'POST',
  path: '/api/districts',
  summary: 'A new district; the assigned users are limited to it at once',
  body: DistrictBody,
  response: District,
  errors: [...CALL_ERRORS, 'duplicate', 'conflict'],
  audit: 'districts.save',
});

export const updateDistrict = endpoint({
  ...save,
  id: 'updateDistrict',
  method: 'PUT',
  path: '/api/districts/:id',
  summary: 'Change a district, its gates and its users',
  params: IdParams,
  /** `ver` as read: `conflict` when somebody else saved in between. */
  body: DistrictBody.extend({ ver: Version }),
  response: District,
  errors: [...CALL_ERRORS, 'not_found', 'duplicate', 'conflict'],
  audit: 'districts.save',
});

export const deleteDistrict = endpoint({
  id: 'deleteDistrict',
  method: 'DELETE',
  path: '/api/districts/:id',
  summary: 'Delete a district without assigned users',
  params: IdParams,
  response: null,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: MANAGE,
  audit: 'districts.delete',
  limit: 'command',
});

export const setUserDistricts = endpoint({
  id: 'setUserDistricts',
  method: 'PUT',
  path: '/api/users/:id/districts',
  summary: 'Set the districts of a user; none: not limited by districts',
  params: IdParams,
  body: z.object({ district_ids: z.array(RowId).max(MAX_DISTRICTS) }),
  response: z.object({ district_ids: z.array(RowId).max(MAX_DISTRICTS) }),
  errors: [...CALL_ERRORS, 'not_found'],
  access: READ,
  audit: 'districts.assign',
  limit: 'command',
});
