import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../wire.ts';

/**
 * Endpoints called by plants, all signed with the plant's key (`X-Varco-...`, `signPlantCall`). A plant uploads its
 * part in chunks, each at the offset given by `received`, and then reports it as complete. Every call may be
 * repeated. A part is an archive of its own, encrypted with the export's `encryption_key`; the portal combines the
 * parts without decrypting them.
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

/** Maximum bytes of one chunk of a part. */
export const EXPORT_CHUNK_BYTES = 4 * 1024 * 1024;
/** Maximum bytes of a whole part (security rules, part 9). */
export const MAX_EXPORT_PART_BYTES = 5 * 1024 * 1024 * 1024;

export const ExportPartState = z
  .object({
    /**
     * `wanted`: send it; `accepted`: received completely; `cancelled`: stop and discard it (also when it came too
     * late).
     */
    state: z.enum(['wanted', 'accepted', 'cancelled']),
    /** Bytes durably received: the offset of the next chunk. */
    received: z.int().min(0),
  })
  .meta({ id: 'ExportPartState' });
export type ExportPartState = z.infer<typeof ExportPartState>;

/** For an unknown export, or one without a part of this plant: `not_found`, and the plant deletes its job. */
export const getExportPart = endpoint({
  id: 'getExportPart',
  method: 'GET',
  path: '/api/v1/exports/:export/part',
  summary: 'Whether the part of the calling plant is needed, and how many bytes were received',
  params,
  response: ExportPartState,
  errors: PLANT_ERRORS,
  access: PLANT,
  audit: null,
  limit: 'read',
});

/**
 * `application/octet-stream`, at most `EXPORT_CHUNK_BYTES`. A chunk at another offset is not written: `received`
 * returns the right one.
 */
export const putExportPiece = endpoint({
  id: 'putExportPiece',
  method: 'PUT',
  path: '/api/v1/exports/:export/part/:offset',
  summary: 'Upload a chunk of the part of the calling plant',
  params: params.extend({ offset: z.coerce.number().int().min(0).max(MAX_EXPORT_PART_BYTES) }),
  bodyType: 'bytes',
  response: ExportPartState,
  errors: [...PLANT_ERRORS, 'payload_too_large', 'unsupported_media_type'],
  access: PLANT,
  grows: ['exports'],
  audit: null,
  limit: 'export-piece',
});

/**
 * Progress of a plant. Also proves that it is alive: a plant that reports nothing for long is called again. `state:
 * error` abandons the part.
 */
export const reportExportPart = endpoint({
  id: 'reportExportPart',
  method: 'POST',
  path: '/api/v1/exports/:export/part/progress',
  summary: 'Report the progress of the part of the calling plant',
  params,
  body: z.object({
    state: z.enum(['starting', 'running', 'error']),
    progress_count: z.int().min(0).max(100_000_000),
    progress_over: z.int().min(0).max(100_000_000).nullable(),
    /** The reason, with `error`. */
    fault: z.enum(['refused', 'expired', 'limit', 'empty', 'failed', 'too_large']).nullable(),
  }),
  response: ExportPartState,
  errors: PLANT_ERRORS,
  access: PLANT,
  audit: null,
  limit: 'report',
});

/**
 * The part is complete. Errors: `conflict` / `part_size`: bytes are missing; `part_hash`: the contents differ (they
 * are discarded, restart at 0); `part_accepted`: another part was accepted before. Reporting the same part again
 * returns `accepted`.
 */
export const finishExportPart = endpoint({
  id: 'finishExportPart',
  method: 'POST',
  path: '/api/v1/exports/:export/part',
  summary: 'Report that the part of the calling plant is complete',
  params,
  body: z.object({
    size: z.int().min(1).max(MAX_EXPORT_PART_BYTES),
    sha256: Sha256,
    transits: z.int().min(0).max(100_000_000),
    pictures: z.int().min(0).max(400_000_000),
    /** False: the part lacks something the filter selects; its manifest lists it. */
    complete: z.boolean(),
  }),
  response: ExportPartState,
  errors: PLANT_ERRORS,
  access: PLANT,
  audit: null,
  limit: 'export-piece',
});
