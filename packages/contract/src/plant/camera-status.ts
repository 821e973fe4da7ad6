import { z } from 'zod';
import { endpoint, fileResponse } from '../endpoint.ts';
import { IsoInstant, Pagination } from '../wire.ts';
import { Gate } from './gates.ts';

/** Longest range of one call, days. */
export const MAX_CAMERA_DAYS = 31;
/** Newest entries of a camera log that are returned: one day of samples. */
export const CAMERA_LOG_ENTRIES = 288;

/** State of all cameras of the plant at one moment (T 3.13). */
export const CameraSample = z
  .object({
    sampled_at: IsoInstant,
    /** Enabled cameras; disabled gates are not counted. */
    n_cameras: z.int().min(0),
    n_cameras_off: z.int().min(0),
    off_cameras_list: z
      .array(z.object({ varco_id: z.int(), varco: z.string().max(120), last_plate_date: IsoInstant.nullable() }))
      .max(5000),
  })
  .meta({ id: 'CameraSample' });
export type CameraSample = z.infer<typeof CameraSample>;

const read = {
  errors: ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'plant-user', rule: 'gates.read' },
  limit: 'read',
} as const;

export const cameraStatus = endpoint({
  ...read,
  id: 'cameraStatus',
  method: 'GET',
  path: '/api/camera_status',
  summary: 'Cameras in use and off over time, oldest first; at most 31 days',
  query: z.object({
    start_time: IsoInstant,
    end_time: IsoInstant,
    /** Page; -1 or absent: page by offset. */
    p: z.coerce.number().int().min(-1).max(999_999).optional(),
    offset: z.coerce.number().int().min(0).max(999_999).default(0),
    limit: z.coerce.number().int().min(1).max(999_999).default(999_999),
    /** A zone of the plant; an unknown zone returns `not_found`. */
    zone_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  }),
  response: z.object({ objects: z.array(CameraSample).max(10_000), pagination: Pagination }),
  audit: null,
});

/** One line of a camera log. */
export const CameraLogLine = z
  .object({
    sampled_at: IsoInstant,
    varco_id: z.int(),
    varco: z.string().max(120),
    stato: Gate.shape.stato,
    off: z.boolean(),
    /** Reads in the interval that ends with the sample. */
    n_reads: z.int().min(0),
    interval_s: z.int().min(1),
    last_plate_date: IsoInstant.nullable(),
  })
  .meta({ id: 'CameraLogLine' });
export type CameraLogLine = z.infer<typeof CameraLogLine>;

/**
 * Readings TA49: the folder is named after the plant's uuid, the file after the gate key, which ends with the gate's
 * number.
 */
export const cameraLog = endpoint({
  ...read,
  id: 'cameraLog',
  method: 'GET',
  path: '/gclpr/:folder/:file',
  summary: 'Log of one camera: `{plant uuid}-LogCamStat/CamStat_{gate key}.json`, JSON lines, oldest first',
  params: z.object({
    folder: z.string().regex(/^[0-9a-f-]{36}-LogCamStat$/),
    file: z.string().regex(/^CamStat_(?:[A-Za-z0-9-]{1,60}[-:])?\d{1,5}\.json$/),
  }),
  response: fileResponse('text/plain; charset=utf-8'),
  audit: null,
});
