import { z } from 'zod';
import { normaliseOwnerCode, findOwnerCodeFault } from '@varco/domain/blacklist/owner-code.ts';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Pagination, plainText, QueryBoolean, Uuid } from '../wire.ts';
import {
  ListIdParams,
  Deleted,
  LIST_READ_ACCESS,
  LIST_WRITE_ACCESS,
  LIST_PAGING,
  ENTRY_RECORD,
  SET_BY_PLANT,
} from './list-endpoint-parts.ts';

/**
 * A nominee owner ("prestanome") whose vehicles raise an alert of type PN (T 3.7): tax code or VAT number, notes,
 * enabled, user.
 */
export const FigureheadEntry = z
  .object({
    id: z.int(),
    uuid: Uuid,
    /** Tax code (16) or VAT number (11). */
    codice: z.string().max(16),
    note: z.string().max(255),
    abilitata: z.boolean(),
    ...ENTRY_RECORD,
  })
  .meta({ id: 'FigureheadEntry' });
export type FigureheadEntry = z.infer<typeof FigureheadEntry>;

const ignored = FigureheadEntry.pick(SET_BY_PLANT).partial();

const OwnerCode = z
  .string()
  .max(40)
  .transform((text, ctx) => {
    const code = normaliseOwnerCode(text);
    if (findOwnerCodeFault(code) === null) return code;
    ctx.addIssue({ code: 'custom', message: 'not an owner code' });
    return z.NEVER;
  })
  .meta({ id: 'OwnerCode' });

export const FigureheadBody = z
  .object({
    ...ignored.shape,
    uuid: Uuid.optional(),
    codice: OwnerCode,
    note: plainText(255).default(''),
    abilitata: z.boolean().default(true),
  })
  .meta({ id: 'FigureheadWrite' });
export type FigureheadBody = z.output<typeof FigureheadBody>;

export const FigureheadFilter = z
  .object({
    /** Part of the code. */
    f_codice: z
      .string()
      .max(40)
      .regex(/^[A-Za-z0-9 ]*$/)
      .optional(),
    f_disabled: QueryBoolean.optional(),
    f_owned: QueryBoolean.optional(),
    ...LIST_PAGING,
    order_by: z
      .string()
      .regex(/^[+ -]?(codice|created_at|username)$/)
      .optional(),
  })
  .meta({ id: 'FigureheadFilter' });
export type FigureheadFilter = z.infer<typeof FigureheadFilter>;

const Page = z.object({ objects: z.array(FigureheadEntry).max(500), pagination: Pagination });
const ERRORS = [...SEARCH_ERRORS, 'not_found', 'conflict', 'duplicate'] as const;

const search = { errors: SEARCH_ERRORS, access: LIST_READ_ACCESS, limit: 'search' } as const;
const change = { errors: ERRORS, access: LIST_WRITE_ACCESS, limit: 'command' } as const;

export const listFigurehead = endpoint({
  ...search,
  id: 'listFigurehead',
  method: 'GET',
  path: '/api/figurehead',
  summary: 'Figurehead entries by filter (readings TA65); the product itself uses the POST twin',
  query: FigureheadFilter,
  response: Page,
  audit: 'figurehead.search',
});

export const searchFigurehead = endpoint({
  ...search,
  id: 'searchFigurehead',
  method: 'POST',
  path: '/api/figurehead/search',
  summary: 'Figurehead entries by filter (POST twin)',
  body: FigureheadFilter,
  response: Page,
  audit: 'figurehead.search',
});

export const insertFigurehead = endpoint({
  ...change,
  id: 'insertFigurehead',
  method: 'POST',
  path: '/api/figurehead',
  summary: 'Add a nominee owner whose vehicles raise an alert',
  body: FigureheadBody,
  response: FigureheadEntry,
  audit: 'figurehead.insert',
});

export const getFigurehead = endpoint({
  id: 'getFigurehead',
  method: 'GET',
  path: '/api/figurehead/:id',
  summary: 'One figurehead entry',
  params: ListIdParams,
  response: FigureheadEntry,
  errors: ERRORS,
  access: LIST_READ_ACCESS,
  audit: 'figurehead.read',
  limit: 'read',
});

export const updateFigurehead = endpoint({
  ...change,
  id: 'updateFigurehead',
  method: 'PUT',
  path: '/api/figurehead/:id',
  summary: 'Change a figurehead entry; the body carries the entry',
  params: ListIdParams,
  body: FigureheadBody,
  response: FigureheadEntry,
  audit: 'figurehead.update',
});

export const deleteFigurehead = endpoint({
  ...change,
  id: 'deleteFigurehead',
  method: 'DELETE',
  path: '/api/figurehead/:id',
  summary: 'Delete a figurehead entry',
  params: ListIdParams,
  response: Deleted,
  audit: 'figurehead.delete',
});
