import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { commaList, IsoInstant, Pagination, QueryBoolean, Uuid } from '../wire.ts';
import { BlacklistChangeBody, BlacklistEntry, BlacklistInsertBody, ListPlate } from './blacklist-entry.ts';
import { ListIdParams, Deleted, LIST_READ_ACCESS, LIST_WRITE_ACCESS, LIST_PAGING } from './list-endpoint-parts.ts';

/** Part of a plate, or a pattern with `*` and `?`. */
const PlateText = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9*?. -]*$/);

/** Restricts the entries a person may see (T 7.3). An absent flag does not restrict; false selects the opposite. */
export const BlacklistFilter = z
  .object({
    f_targa: PlateText.optional(),
    /** Entered by this person. */
    f_created_by_user: QueryBoolean.optional(),
    f_expired: QueryBoolean.optional(),
    f_disabled: QueryBoolean.optional(),
    f_alarmed: QueryBoolean.optional(),
    f_reserved: QueryBoolean.optional(),
    /** Owned by this person. */
    f_owned: QueryBoolean.optional(),
    /**
     * Varco extension, for cleaning up: enabled and expiring within 15 days; entered at least 30 days ago and never
     * seen since.
     */
    f_expiring: QueryBoolean.optional(),
    f_never_hit: QueryBoolean.optional(),
    paginate: QueryBoolean.optional(),
    ...LIST_PAGING,
    order_by: z
      .string()
      .regex(/^[+ -]?(targa|data_scadenza|datainserimento|username)$/)
      .optional(),
  })
  .meta({ id: 'BlacklistFilter' });
export type BlacklistFilter = z.infer<typeof BlacklistFilter>;

export const BlacklistPage = z
  .object({ objects: z.array(BlacklistEntry).max(500), pagination: Pagination })
  .meta({ id: 'BlacklistPage' });
export type BlacklistPage = z.infer<typeof BlacklistPage>;

/** Entries that satisfy either condition (readings TA40). */
export const BlacklistQuery = z
  .object({
    or_targa: commaList(ListPlate, 100).optional(),
    or_uuid: commaList(Uuid, 100).optional(),
    f_reserved: QueryBoolean.optional(),
    f_created_by_user: QueryBoolean.optional(),
  })
  .meta({ id: 'BlacklistQuery' });
export type BlacklistQuery = z.infer<typeof BlacklistQuery>;

const ERRORS = [...SEARCH_ERRORS, 'not_found', 'conflict'] as const;
const byPlate = z.object({ plate: ListPlate });
const plateBody = z.object({ targa: ListPlate });

const read = { errors: SEARCH_ERRORS, access: LIST_READ_ACCESS, limit: 'search' } as const;
const readOne = { errors: ERRORS, access: LIST_READ_ACCESS, audit: 'blacklist.read', limit: 'read' } as const;
const change = { errors: ERRORS, access: LIST_WRITE_ACCESS, audit: 'blacklist.update', limit: 'command' } as const;
const remove = { errors: ERRORS, access: LIST_WRITE_ACCESS, audit: 'blacklist.delete', limit: 'command' } as const;

export const listBlacklist = endpoint({
  ...read,
  id: 'listBlacklist',
  method: 'GET',
  path: '/api/blacklist',
  summary: 'Blacklist entries by filter, as specified; the product itself uses the POST twin',
  query: BlacklistFilter,
  response: BlacklistPage,
  audit: 'blacklist.search',
});

export const searchBlacklist = endpoint({
  ...read,
  id: 'searchBlacklist',
  method: 'POST',
  path: '/api/blacklist/search',
  summary: 'Blacklist entries by filter (POST twin: plates stay out of addresses and logs)',
  body: BlacklistFilter,
  response: BlacklistPage,
  audit: 'blacklist.search',
});

/** Views of the list, each with its number of entries. */
export const BlacklistCounts = z
  .object({
    all: z.int().min(0),
    active: z.int().min(0),
    expiring: z.int().min(0),
    expired: z.int().min(0),
    disabled: z.int().min(0),
    never_hit: z.int().min(0),
  })
  .meta({ id: 'BlacklistCounts' });
export type BlacklistCounts = z.infer<typeof BlacklistCounts>;

export const countBlacklist = endpoint({
  ...read,
  id: 'countBlacklist',
  method: 'POST',
  path: '/api/blacklist/counts',
  summary: 'Number of entries in each view of the list, among those that also match the filter',
  body: BlacklistFilter.pick({
    f_targa: true,
    f_created_by_user: true,
    f_alarmed: true,
    f_reserved: true,
    f_owned: true,
  }),
  response: BlacklistCounts,
  audit: 'blacklist.search',
});

export const insertBlacklist = endpoint({
  id: 'insertBlacklist',
  method: 'POST',
  path: '/api/blacklist',
  summary: 'Add a plate; conflict blacklist_exists when it is in the list already',
  body: BlacklistInsertBody,
  response: BlacklistEntry,
  errors: ERRORS,
  access: LIST_WRITE_ACCESS,
  audit: 'blacklist.insert',
  limit: 'command',
});

export const getBlacklist = endpoint({
  ...readOne,
  id: 'getBlacklist',
  method: 'GET',
  path: '/api/blacklist/:id',
  summary: 'One blacklist entry',
  params: ListIdParams,
  response: BlacklistEntry,
});

export const updateBlacklist = endpoint({
  ...change,
  id: 'updateBlacklist',
  method: 'PUT',
  path: '/api/blacklist/:id',
  summary: 'Change a blacklist entry; the body carries the entry',
  params: ListIdParams,
  body: BlacklistChangeBody,
  response: BlacklistEntry,
});

export const deleteBlacklist = endpoint({
  ...remove,
  id: 'deleteBlacklist',
  method: 'DELETE',
  path: '/api/blacklist/:id',
  summary: 'Delete a blacklist entry; for a reserved one also the copies of its users',
  params: ListIdParams,
  response: Deleted,
});

export const getBlacklistByPlate = endpoint({
  ...readOne,
  id: 'getBlacklistByPlate',
  method: 'GET',
  path: '/api/blacklist/byplate/:plate',
  summary: 'The entry of a plate, as specified; the product itself uses the POST twin',
  params: byPlate,
  response: BlacklistEntry,
});

export const readBlacklistByPlate = endpoint({
  ...readOne,
  id: 'readBlacklistByPlate',
  method: 'POST',
  path: '/api/blacklist/byplate/read',
  summary: 'The entry of a plate (POST twin)',
  body: plateBody,
  response: BlacklistEntry,
});

export const updateBlacklistByPlate = endpoint({
  ...change,
  id: 'updateBlacklistByPlate',
  method: 'PUT',
  path: '/api/blacklist/byplate/:plate',
  summary: 'Change the entry of a plate, as specified',
  params: byPlate,
  body: BlacklistChangeBody,
  response: BlacklistEntry,
});

export const changeBlacklistByPlate = endpoint({
  ...change,
  id: 'changeBlacklistByPlate',
  method: 'POST',
  path: '/api/blacklist/byplate/change',
  summary: 'Change the entry of the plate in the body (POST twin)',
  body: BlacklistChangeBody,
  response: BlacklistEntry,
});

export const deleteBlacklistByPlate = endpoint({
  ...remove,
  id: 'deleteBlacklistByPlate',
  method: 'DELETE',
  path: '/api/blacklist/byplate/:plate',
  summary: 'Delete the entry of a plate, as specified',
  params: byPlate,
  response: Deleted,
});

export const removeBlacklistByPlate = endpoint({
  ...remove,
  id: 'removeBlacklistByPlate',
  method: 'POST',
  path: '/api/blacklist/byplate/remove',
  summary: 'Delete the entry of a plate (POST twin)',
  body: plateBody,
  response: Deleted,
});

const Candidates = z.object({ objects: z.array(BlacklistEntry).max(500) });

export const queryBlacklist = endpoint({
  ...read,
  id: 'queryBlacklist',
  method: 'GET',
  path: '/api/blacklist/query',
  summary: 'Entries with one of these plates or uuids, the best first, as specified',
  query: BlacklistQuery,
  response: Candidates,
  audit: 'blacklist.read',
});

export const queryBlacklistByBody = endpoint({
  ...read,
  id: 'queryBlacklistByBody',
  method: 'POST',
  path: '/api/blacklist/query/read',
  summary: 'Entries with one of these plates or uuids, the best first (POST twin)',
  body: BlacklistQuery,
  response: Candidates,
  audit: 'blacklist.read',
});

export const deleteBlacklistQuery = endpoint({
  ...remove,
  id: 'deleteBlacklistQuery',
  method: 'DELETE',
  path: '/api/blacklist/query',
  summary: 'Delete the own entries with one of these plates or uuids (f_created_by_user must be true), as specified',
  query: BlacklistQuery,
  response: Deleted,
});

export const removeBlacklistQuery = endpoint({
  ...remove,
  id: 'removeBlacklistQuery',
  method: 'POST',
  path: '/api/blacklist/query/remove',
  summary: 'Delete the own entries with one of these plates or uuids (POST twin)',
  body: BlacklistQuery,
  response: Deleted,
});

/** Users a reserved entry can be assigned to; requires the right to reserve. */
export const listReservedUsers = endpoint({
  id: 'listReservedUsers',
  method: 'GET',
  path: '/api/blacklist/reserved-users',
  summary: 'Users of the plant a reserved entry can be assigned to',
  response: z.object({
    objects: z.array(z.object({ id: z.int(), username: z.string().max(120), group: z.string().max(80) })).max(10_000),
  }),
  errors: SEARCH_ERRORS,
  access: { who: 'plant-user', rule: 'lists.reserve' },
  audit: 'blacklist.users',
  limit: 'search',
});

/** Alerts an entry would have raised, and what is known of the plate; shown before saving. */
export const previewBlacklist = endpoint({
  id: 'previewBlacklist',
  method: 'POST',
  path: '/api/blacklist/preview',
  summary: 'Alerts an entry would have raised in the last 7 days, by gate, and the last passage of the plate',
  body: z.object({ targa: ListPlate, approssimata: z.boolean().default(false) }),
  response: z.object({
    /** Start of the window; later than 7 days ago when this person may not look back that far. */
    dal: IsoInstant,
    alerts: z.int().min(0),
    gates: z.array(z.object({ varco_id: z.int(), varco: z.string().max(120), n: z.int().min(1) })).max(500),
    /** Newest passage that this person may see. */
    last: z.object({ data: IsoInstant, varco: z.string().max(120) }).nullable(),
  }),
  errors: SEARCH_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'blacklist.preview',
  limit: 'search',
});
