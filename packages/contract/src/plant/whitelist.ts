import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, Pagination, plainText, QueryBoolean, Uuid } from '../wire.ts';
import { ListedPlate } from './blacklist-entry.ts';
import {
  ListIdParams,
  Deleted,
  LIST_READ_ACCESS,
  LIST_WRITE_ACCESS,
  LIST_PAGING,
  ENTRY_RECORD,
  SET_BY_PLANT,
} from './list-endpoint-parts.ts';

/** Alerts a whitelist entry can silence, by the names of the alert settings (T 3.14). */
export const SILENCED_ALERTS = ['blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca'] as const;
export type SilencedAlert = (typeof SILENCED_ALERTS)[number];

/** A plate that never raises the chosen alerts (decisions, "Whitelist"). */
export const WhitelistEntry = z
  .object({
    id: z.int(),
    uuid: Uuid,
    targa: z.string().max(32),
    /** Varco extension: nation with which this plant last read the plate; empty: unknown here. */
    nazione: z.string().max(3),
    /** Silenced alerts. */
    allarmi: z.array(z.enum(SILENCED_ALERTS)).max(6),
    motivo: z.string().max(255),
    abilitata: z.boolean(),
    data_scadenza: IsoInstant,
    ...ENTRY_RECORD,
  })
  .meta({ id: 'WhitelistEntry' });
export type WhitelistEntry = z.infer<typeof WhitelistEntry>;

const ignored = WhitelistEntry.pick({ ...SET_BY_PLANT, nazione: true }).partial();

export const WhitelistBody = z
  .object({
    ...ignored.shape,
    uuid: Uuid.optional(),
    targa: ListedPlate,
    allarmi: z.array(z.enum(SILENCED_ALERTS)).min(1).max(6),
    motivo: plainText(255).refine((text) => text.trim().length >= 3, 'too short'),
    abilitata: z.boolean().default(true),
    data_scadenza: IsoInstant,
  })
  .meta({ id: 'WhitelistWrite' });
export type WhitelistBody = z.output<typeof WhitelistBody>;

export const WhitelistFilter = z
  .object({
    f_targa: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9*?. -]*$/)
      .optional(),
    f_expired: QueryBoolean.optional(),
    f_disabled: QueryBoolean.optional(),
    f_owned: QueryBoolean.optional(),
    ...LIST_PAGING,
    order_by: z
      .string()
      .regex(/^[+ -]?(targa|data_scadenza|created_at|username)$/)
      .optional(),
  })
  .meta({ id: 'WhitelistFilter' });
export type WhitelistFilter = z.infer<typeof WhitelistFilter>;

const Page = z.object({ objects: z.array(WhitelistEntry).max(500), pagination: Pagination });
const ERRORS = [...SEARCH_ERRORS, 'not_found', 'conflict', 'duplicate'] as const;

const search = { errors: SEARCH_ERRORS, access: LIST_READ_ACCESS, limit: 'search' } as const;
const change = { errors: ERRORS, access: LIST_WRITE_ACCESS, limit: 'command' } as const;

export const listWhitelist = endpoint({
  ...search,
  id: 'listWhitelist',
  method: 'GET',
  path: '/api/whitelist',
  summary: 'Whitelist entries by filter (readings TA65); the product itself uses the POST twin',
  query: WhitelistFilter,
  response: Page,
  audit: 'whitelist.search',
});

export const searchWhitelist = endpoint({
  ...search,
  id: 'searchWhitelist',
  method: 'POST',
  path: '/api/whitelist/search',
  summary: 'Whitelist entries by filter (POST twin)',
  body: WhitelistFilter,
  response: Page,
  audit: 'whitelist.search',
});

export const insertWhitelist = endpoint({
  ...change,
  id: 'insertWhitelist',
  method: 'POST',
  path: '/api/whitelist',
  summary: 'Enter a plate that never raises the chosen alerts',
  body: WhitelistBody,
  response: WhitelistEntry,
  audit: 'whitelist.insert',
});

export const getWhitelist = endpoint({
  id: 'getWhitelist',
  method: 'GET',
  path: '/api/whitelist/:id',
  summary: 'One whitelist entry',
  params: ListIdParams,
  response: WhitelistEntry,
  errors: ERRORS,
  access: LIST_READ_ACCESS,
  audit: 'whitelist.read',
  limit: 'read',
});

export const updateWhitelist = endpoint({
  ...change,
  id: 'updateWhitelist',
  method: 'PUT',
  path: '/api/whitelist/:id',
  summary: 'Change a whitelist entry; the body carries the entry',
  params: ListIdParams,
  body: WhitelistBody,
  response: WhitelistEntry,
  audit: 'whitelist.update',
});

export const deleteWhitelist = endpoint({
  ...change,
  id: 'deleteWhitelist',
  method: 'DELETE',
  path: '/api/whitelist/:id',
  summary: 'Delete a whitelist entry',
  params: ListIdParams,
  response: Deleted,
  audit: 'whitelist.delete',
});
