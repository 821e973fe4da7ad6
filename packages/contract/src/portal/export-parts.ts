import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../wire.ts';

/**
 * Doors of the plants, all signed with the plant's key (`X-Varco-...`, `signPlantCall`). A plant sends its part in pieces, each at the place
 * `received` says, then tells that it is whole. Every call may be repeated. A part is an archive of its own, sealed with the export's
 * `encryption_key`; the portal puts the parts together without opening them.
 */

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const PLANT = { who: 'plant-signature' } as const;
const params = z.object({ export: Uuid });
const PLANT_ERRORS = [
  'bad_request',
  'missing_api_key',
  'invalid_api_key',
  'not_found',
  'conflict',
  'rate_limit_exceeded',
  'unavailable',
] as const;

/** Bytes of one piece of a part. */
export const EXPORT_PIECE_BYTES = 4 * 1024 * 1024;
/** Bytes of a whole part (security rules, part 9). */
export const EXPORT_PART_BYTES = 5 * 1024 * 1024 * 1024;

export const ExportPartState = z
  .object({
    /** `wanted`: send it; `accepted`: it is here, whole; `cancelled`: stop and forget it (also when it came too late). */
    state: z.enum(['wanted', 'accepted', 'cancelled']),
    /** Bytes that are safely here: where the next piece goes. */
    received: z.int().min(0),
  })
  .meta({ id: 'ExportPartState' });
export type ExportPartState = z.infer<typeof ExportPartState>;

/** Unknown export, or one this plant has no part in: `not_found`, and the plant forgets its job. */
export const getExportPart = endpoint({
  id: 'getExportPart',
  method: 'GET',
  path: '/api/v1/exports/:export/part',
  summary: 'A plant asks whether its part is wanted, and how much of it is here',
  params,
  response: ExportPartState,
  errors: PLANT_ERRORS,
  access: PLANT,
  audit: null,
  limit: 'read',
});

/** `application/octet-stream`, at most `EXPORT_PIECE_BYTES`. A piece for another place is not written: `received` says which one is. */
export const putExportPiece = endpoint({
  id: 'putExportPiece',
  method: 'PUT',
  path: '/api/v1/exports/:export/part/:offset',
  summary: 'A plant sends a piece of its part',
  params: params.extend({ offset: z.coerce.number().int().min(0).max(EXPORT_PART_BYTES) }),
  bodyType: 'bytes',
  response: ExportPartState,
  errors: [...PLANT_ERRORS, 'payload_too_large', 'unsupported_media_type'],
  access: PLANT,
  audit: null,
  limit: 'export-piece',
});

/** How a plant gets on; also a sign of life: a plant that says nothing for long is asked again. `state: error` gives the part up. */
export const reportExportPart = endpoint({
  id: 'reportExportPart',
  method: 'POST',
  path: '/api/v1/exports/:export/part/progress',
  summary: 'A plant tells how its part gets on',
  params,
  body: z.object({
    state: z.enum(['starting', 'running', 'error']),
    progress_count: z.int().min(0).max(100_000_000),
    progress_over: z.int().min(0).max(100_000_000).nullable(),
    /** With `error`: why. */
    fault: z.enum(['refused', 'expired', 'limit', 'empty', 'failed', 'too_large']).nullable(),
  }),
  response: ExportPartState,
  errors: PLANT_ERRORS,
  access: PLANT,
  audit: null,
  limit: 'report',
});

/**
 * The part is whole. `conflict` / `part_size`: not all is here, `part_hash`: what is here is something else (it is thrown away, begin
 * again at 0), `part_accepted`: another part was accepted before. The same part told again is `accepted`.
 */
export const finishExportPart = endpoint({
  id: 'finishExportPart',
  method: 'POST',
  path: '/api/v1/exports/:export/part',
  summary: 'A plant tells that its part is whole',
  params,
  body: z.object({
    size: z.int().min(1).max(EXPORT_PART_BYTES),
    sha256: Sha256,
    transits: z.int().min(0).max(100_000_000),
    pictures: z.int().min(0).max(400_000_000),
    /** False: something the filter asked for is not in it; the manifest of the part says what. */
    complete: z.boolean(),
  }),
  response: ExportPartState,
  errors: PLANT_ERRORS,
  access: PLANT,
  audit: null,
  limit: 'export-piece',
});
