import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText } from '../wire.ts';
import { Read } from './ingest.ts';

const sha256 = z.string().regex(/^[a-f0-9]{64}$/);

/** An import of a file: staged in batches, then stored in one transaction or not at all. */
export const ImportSummary = z
  .object({
    id: z.uuid(),
    state: z.enum(['staging', 'committing', 'committed', 'discarded', 'failed']),
    label: z.string().max(200),
    /** SHA-256 of the file, by which a second import of the same file is detected. */
    file_hash: sha256,
    /** Name of the person or of the key that began it. */
    started_by: z.string().max(200),
    staged: z.int().min(0),
    /** Lines that the plant refused. */
    refused: z.int().min(0),
    /** Highest line of the file that was sent: a client that begins again sends what is after it. */
    read_to: z.int().min(0),
    /** While it is stored: lines gone through so far. Null at other times; absent: a plant of a version before. */
    done: z.int().min(0).nullable().optional(),
    stored: z.int().min(0),
    duplicates: z.int().min(0),
    created_gates: z.array(z.string().max(120)).max(500),
    created_at: IsoInstant,
    committed_at: IsoInstant.nullable(),
  })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof ImportSummary>;

export const ImportRead = Read.omit({ varco_id: true, pictures: true })
  .extend({
    /** Line of the file, 1-based, for reports. */
    line: z.int().min(1),
    /** Gate name from the file: matched to the plant's gates ignoring case and accents, else created. */
    varco: plainText(120).min(1),
  })
  .meta({ id: 'ImportRead' });
export type ImportRead = z.infer<typeof ImportRead>;

/** How a file is read, as chosen by the person who imports it. Contains no line of the file except names of gates. */
export const ImportForm = z
  .strictObject({
    encoding: z.enum(['utf8', 'latin1', 'utf16le', 'utf16be', 'mixed']),
    delimiter: z.string().length(1),
    /** Column, from 0, of each meaning. */
    columns: z
      .array(z.strictObject({ meaning: plainText(20), column: z.int().min(0).max(9_999) }))
      .min(1)
      .max(40),
    /** A name such as `dmy`, or a full pattern; null: as found. */
    time_format: plainText(100).nullable(),
    /** Zone of times without one. */
    zone: plainText(60),
    /** Gate of every line; null: the column says it. */
    gate: plainText(120).nullable(),
    /** Names in the file that mean another gate than the one of this name. */
    gates: z.array(z.strictObject({ name: plainText(1_000), gate: plainText(120) })).max(500),
  })
  .meta({ id: 'ImportForm' });
export type ImportForm = z.infer<typeof ImportForm>;

const IMPORT_ERRORS = [
  'bad_request',
  'invalid_token',
  'invalid_api_key',
  'missing_api_key',
  'no_perms',
  'not_found',
  'conflict',
  'rate_limit_exceeded',
  'unavailable',
] as const;
const IMPORTER = { who: 'importer', rule: 'ingest.manage' } as const;
const importParams = z.object({ id: z.uuid() });

const importStep = { errors: IMPORT_ERRORS, access: IMPORTER, limit: 'command' } as const;

export const startImport = endpoint({
  ...importStep,
  id: 'startImport',
  method: 'POST',
  path: '/api/imports',
  summary: 'Start an import; reports whether the same file was imported before',
  body: z.object({
    label: plainText(200),
    file_hash: sha256,
    create_gates: z.boolean(),
    /** Stored with the import, so that it can be continued after the page was closed. */
    form: ImportForm.optional(),
  }),
  response: z.object({ import: ImportSummary, already_imported: ImportSummary.nullable() }),
  grows: ['database'],
  audit: 'ingest.import',
});

/** What the plant knows of a file: its last committed import, and those begun with a form and not ended. */
export const findImports = endpoint({
  id: 'findImports',
  method: 'GET',
  path: '/api/imports',
  summary: 'Imports of one file: the committed one, and those that can be continued',
  query: z.object({ file_hash: sha256 }),
  response: z.object({
    already_imported: ImportSummary.nullable(),
    open: z.array(z.object({ import: ImportSummary, create_gates: z.boolean(), form: ImportForm })).max(20),
  }),
  errors: IMPORT_ERRORS,
  access: IMPORTER,
  audit: null,
  limit: 'read',
});

/** Gates by names as files write them: case, accents and former names are handled as when lines are staged. */
export const matchImportGates = endpoint({
  ...importStep,
  id: 'matchImportGates',
  method: 'POST',
  path: '/api/imports/gates',
  summary: 'Which gates the names in a file mean',
  body: z.object({ names: z.array(plainText(1_000)).min(1).max(500) }),
  response: z.object({
    /** One for each name, in the same order; null: the plant has no such gate. */
    gates: z.array(z.object({ id: z.int(), fullname: z.string().max(120) }).nullable()).max(500),
  }),
  audit: null,
});

export const stageImport = endpoint({
  id: 'stageImport',
  method: 'POST',
  path: '/api/imports/:id/reads',
  summary: 'Stage up to 500 lines; the same line sent twice counts once',
  params: importParams,
  body: z.object({ reads: z.array(ImportRead).min(1).max(500) }),
  response: z.object({
    /** Lines of this call that are staged now, including those staged by an earlier call. */
    staged: z.int().min(0),
    refused: z.array(z.object({ line: z.int().min(1), reason: z.string().max(40) })).max(500),
  }),
  errors: IMPORT_ERRORS,
  access: IMPORTER,
  grows: ['database'],
  audit: null,
  limit: 'ingest-json',
});

export const commitImport = endpoint({
  ...importStep,
  id: 'commitImport',
  method: 'POST',
  path: '/api/imports/:id/commit',
  summary: 'Store all staged lines in one transaction',
  params: importParams,
  response: ImportSummary,
  successStatus: 202,
  grows: ['database'],
  audit: 'ingest.import',
});

export const getImport = endpoint({
  id: 'getImport',
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'Progress of an import',
  params: importParams,
  response: ImportSummary,
  errors: IMPORT_ERRORS,
  access: IMPORTER,
  audit: null,
  limit: 'read',
});

/** Lines refused so far, for a client that continues an import. They are deleted with the staged lines. */
export const listImportRefusals = endpoint({
  id: 'listImportRefusals',
  method: 'GET',
  path: '/api/imports/:id/refused',
  summary: 'Lines of an import that the plant refused, in the order of the file',
  params: importParams,
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  response: z.object({
    objects: z.array(z.object({ line: z.int().min(1), reason: z.string().max(40) })).max(5_000),
  }),
  errors: IMPORT_ERRORS,
  access: IMPORTER,
  audit: null,
  limit: 'read',
});

export const discardImport = endpoint({
  ...importStep,
  id: 'discardImport',
  method: 'DELETE',
  path: '/api/imports/:id',
  summary: 'Discard the staged lines',
  params: importParams,
  response: ImportSummary,
  audit: 'ingest.import',
});
