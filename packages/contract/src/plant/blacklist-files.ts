import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint, fileResponse } from '../endpoint.ts';
import { IsoDate, Uuid } from '../wire.ts';
import { BlacklistFilter } from './blacklist.ts';
import { LIST_READ_ACCESS, LIST_WRITE_ACCESS } from './list-endpoint-parts.ts';

export const IMPORT_DELIMITERS = [',', ';', '\t'] as const;

/** Options of an import (readings TA41). The file is CSV with a header line. */
export const ImportOptions = z
  .object({
    /** Created by the client; progress is queried with it. */
    id: Uuid,
    /** Absent: the delimiter that occurs most in the header. */
    delimiter: z.enum(IMPORT_DELIMITERS).optional(),
    /** Update entries that are in the list already; otherwise they are skipped. */
    overwrite: z.boolean().default(false),
    /** For lines without an expiry; absent: one year. */
    default_expiry: IsoDate.optional(),
    alarms: z
      .object({ all_1: z.boolean(), all_2: z.boolean(), all_3: z.boolean() })
      .default({ all_1: true, all_2: true, all_3: false }),
    /** Check everything but write nothing. */
    preview: z.boolean().default(false),
  })
  .meta({ id: 'ListImportOptions' });
export type ImportOptions = z.output<typeof ImportOptions>;

export const BLACKLIST_IMPORT_FAULTS = [
  'plate',
  'expiry',
  'too_far',
  'too_long',
  'characters',
  'mails',
  'mail_domain',
  'twice',
  'exists',
  'not_yours',
  'columns',
] as const;

export const ImportLine = z.object({
  /** Line number of the file; the header is 1. */
  line: z.int().min(1),
  targa: z.string().max(40),
  state: z.enum(['inserted', 'updated', 'skipped', 'failed']),
  reason: z.enum(BLACKLIST_IMPORT_FAULTS).nullable(),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const BlacklistImportResponse = z
  .object({
    preview: z.boolean(),
    inserted: z.int().min(0),
    updated: z.int().min(0),
    skipped: z.int().min(0),
    failed: z.int().min(0),
    /** Rejected lines first, then the others; at most 1000. */
    lines: z.array(ImportLine).max(1000),
  })
  .meta({ id: 'ListImportAnswer' });
export type BlacklistImportResponse = z.infer<typeof BlacklistImportResponse>;

export const importBlacklist = endpoint({
  id: 'importBlacklist',
  method: 'POST',
  path: '/api/blacklist/import',
  summary:
    'Enter the lines of a CSV file (multipart: options, file); all good lines in one transaction, each bad one told',
  bodyType: 'multipart',
  body: ImportOptions,
  response: BlacklistImportResponse,
  errors: [...SEARCH_ERRORS, 'payload_too_large', 'conflict'],
  access: LIST_WRITE_ACCESS,
  grows: ['database'],
  audit: 'blacklist.import',
  limit: 'list-import',
});

export const getBlacklistImport = endpoint({
  id: 'getBlacklistImport',
  method: 'GET',
  path: '/api/blacklist/import/:id',
  summary: 'Progress of an own import',
  params: z.object({ id: Uuid }),
  response: z
    .object({
      state: z.enum(['reading', 'checking', 'writing', 'done', 'failed']),
      lines: z.int().min(0),
      done: z.int().min(0),
    })
    .meta({ id: 'ListImportState' }),
  errors: [...SEARCH_ERRORS, 'not_found', 'conflict'],
  access: LIST_WRITE_ACCESS,
  audit: null,
  limit: 'read',
});

export const exportBlacklist = endpoint({
  id: 'exportBlacklist',
  method: 'POST',
  path: '/api/blacklist/export',
  summary: 'Entries of a filter as CSV, with the columns of an import; at most 100 000',
  body: BlacklistFilter.pick({
    f_targa: true,
    f_created_by_user: true,
    f_expired: true,
    f_disabled: true,
    f_alarmed: true,
    f_reserved: true,
    f_owned: true,
    f_expiring: true,
    f_never_hit: true,
  }).extend({
    /** Only these entries, chosen one by one; they must match the filter too. */
    uuids: z.array(Uuid).min(1).max(500).optional(),
  }),
  response: fileResponse('text/csv'),
  errors: SEARCH_ERRORS,
  access: LIST_READ_ACCESS,
  audit: 'blacklist.export',
  limit: 'print',
});
