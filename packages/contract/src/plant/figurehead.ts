import { z } from 'zod';
import { normaliseOwnerCode, findOwnerCodeFault } from '@varco/domain/blacklist/owner-code.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, Pagination, plainText, QueryBoolean, Uuid, wireInt } from '../wire.ts';
import { ListIdParams, Deleted, LIST_READ_ACCESS, LIST_READ_ERRORS, LIST_WRITE_ACCESS } from './list-endpoint-parts.ts';

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
    id_owner: z.int(),
    creator_uuid: Uuid,
    /** User name of the creator. */
    username: z.string().max(120),
    ver: z.int(),
    created_at: IsoInstant,
    updated_at: IsoInstant,
    modificabile: z.boolean(),
  })
  .meta({ id: 'FigureheadEntry' });
export type FigureheadEntry = z.infer<typeof FigureheadEntry>;

const ignored = FigureheadEntry.pick({
  id: true,
  id_owner: true,
  creator_uuid: true,
  username: true,
  ver: true,
  created_at: true,
  updated_at: true,
  modificabile: true,
}).partial();

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
    p: wireInt(1, 1_000_000).optional(),
    page_size: wireInt(1, 500).optional(),
    offset: wireInt(0, 10_000_000).optional(),
    limit: wireInt(1, 500).optional(),
    order_by: z
      .string()
      .regex(/^[+ -]?(codice|created_at|username)$/)
      .optional(),
  })
  .meta({ id: 'FigureheadFilter' });
export type FigureheadFilter = z.infer<typeof FigureheadFilter>;

const Page = z.object({ objects: z.array(FigureheadEntry).max(500), pagination: Pagination });
const ERRORS = [...LIST_READ_ERRORS, 'not_found', 'conflict', 'duplicate'] as const;

export const listFigurehead = endpoint({
  id: 'listFigurehead',
  method: 'GET',
  path: '/api/figurehead',
  summary: 'Figurehead entries by filter (readings TA65); the product itself uses the POST twin',
  query: FigureheadFilter,
  response: Page,
  errors: LIST_READ_ERRORS,
  access: LIST_READ_ACCESS,
  audit: 'figurehead.search',
  limit: 'search',
});

export const searchFigurehead = endpoint({
  id: 'searchFigurehead',
  method: 'POST',
  path: '/api/figurehead/search',
  summary: 'Figurehead entries by filter (POST twin)',
  body: FigureheadFilter,
  response: Page,
  errors: LIST_READ_ERRORS,
  access: LIST_READ_ACCESS,
  audit: 'figurehead.search',
  limit: 'search',
});

export const insertFigurehead = endpoint({
  id: 'insertFigurehead',
  method: 'POST',
  path: '/api/figurehead',
  summary: 'Add a nominee owner whose vehicles raise an alert',
  body: FigureheadBody,
  response: FigureheadEntry,
  errors: ERRORS,
  access: LIST_WRITE_ACCESS,
  audit: 'figurehead.insert',
  limit: 'command',
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
  id: 'updateFigurehead',
  method: 'PUT',
  path: '/api/figurehead/:id',
  summary: 'Change a figurehead entry; the body carries the entry',
  params: ListIdParams,
  body: FigureheadBody,
  response: FigureheadEntry,
  errors: ERRORS,
  access: LIST_WRITE_ACCESS,
  audit: 'figurehead.update',
  limit: 'command',
});

export const deleteFigurehead = endpoint({
  id: 'deleteFigurehead',
  method: 'DELETE',
  path: '/api/figurehead/:id',
  summary: 'Delete a figurehead entry',
  params: ListIdParams,
  response: Deleted,
  errors: ERRORS,
  access: LIST_WRITE_ACCESS,
  audit: 'figurehead.delete',
  limit: 'command',
});
