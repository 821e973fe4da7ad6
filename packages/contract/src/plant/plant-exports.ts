import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint, fileResponse } from '../endpoint.ts';
import { IsoInstant, plainText, Uuid } from '../wire.ts';
import { ExportedFilter } from './exported-filter.ts';
import { EXPORT_CONTENTS, ExportPart, areContentsConsistent, EXPORT_PART_ERRORS, ZipPassword } from './exports.ts';

/** A single-plant export (v2). */
export const CreatePlantExportBody = z
  .strictObject({
    label: plainText(120).default(''),
    filters: ExportedFilter,
    ...EXPORT_CONTENTS,
    /** Password of the ZIP; absent: the plant creates one and returns it in this response only. */
    encryption_key: ZipPassword.optional(),
  })
  .refine(areContentsConsistent, 'with_context_images');

export const PlantExport = ExportPart.extend({
  id: Uuid,
  label: z.string().max(120),
  created_at: IsoInstant,
  /** When the file is deleted. */
  expires_at: IsoInstant.nullable(),
}).meta({ id: 'PlantExport' });
export type PlantExport = z.infer<typeof PlantExport>;

const READ = { who: 'plant-user', rule: 'transits.read' } as const;
const Id = z.object({ id: Uuid });

export const createPlantExport = endpoint({
  id: 'createPlantExport',
  method: 'POST',
  path: '/api/v2/lpr/exports',
  summary: 'Start an export of this plant alone',
  body: CreatePlantExportBody,
  response: PlantExport.extend({ encryption_key: ZipPassword.nullable() }),
  errors: [...SEARCH_ERRORS, 'conflict'],
  access: READ,
  grows: ['exports'],
  audit: 'exports.start',
  limit: 'export',
});

const read = { access: READ, limit: 'read' } as const;
const change = { access: READ, limit: 'command' } as const;

export const listPlantExports = endpoint({
  ...read,
  id: 'listPlantExports',
  method: 'GET',
  path: '/api/v2/lpr/exports',
  summary: 'Own exports of this plant, newest first',
  response: z.object({ objects: z.array(PlantExport).max(50) }),
  errors: ['invalid_token', 'no_perms', 'rate_limit_exceeded'],
  audit: null,
});

export const getPlantExport = endpoint({
  ...read,
  id: 'getPlantExport',
  method: 'GET',
  path: '/api/v2/lpr/exports/:id',
  summary: 'One own export of this plant',
  params: Id,
  response: PlantExport,
  errors: EXPORT_PART_ERRORS,
  audit: null,
});

export const deletePlantExport = endpoint({
  ...change,
  id: 'deletePlantExport',
  method: 'DELETE',
  path: '/api/v2/lpr/exports/:id',
  summary: 'Stop and delete an own export of this plant',
  params: Id,
  response: null,
  errors: EXPORT_PART_ERRORS,
  audit: 'exports.delete',
});

export const plantExportTicket = endpoint({
  ...change,
  id: 'plantExportTicket',
  method: 'POST',
  path: '/api/v2/lpr/exports/:id/ticket',
  summary: 'One download within 60 s: goes into `jwt` of the zip call',
  params: Id,
  response: z.object({ ticket: z.string().max(400) }),
  errors: [...EXPORT_PART_ERRORS, 'conflict'],
  audit: 'exports.ticket',
});

export const getPlantExportZip = endpoint({
  id: 'getPlantExportZip',
  method: 'GET',
  path: '/api/v2/lpr/exports/:id/zip',
  summary: 'The file of an export, in a new tab; `jwt` is a ticket, an access token is refused',
  params: Id,
  query: z.strictObject({ jwt: z.string().max(4096) }),
  response: fileResponse('application/zip'),
  errors: EXPORT_PART_ERRORS,
  access: { who: 'export-ticket' },
  audit: 'exports.download',
  limit: 'export-file',
});
