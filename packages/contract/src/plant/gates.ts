import { z } from 'zod';
import { BASIC_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, Pagination, plainText, QueryBoolean } from '../wire.ts';

/**
 * Air quality at a gate with a sensor: fine dust and nitrogen dioxide, micrograms per cubic metre; null: not
 * measured.
 */
export const GateAirQuality = z
  .object({ pm10: z.number().min(0).nullable(), no2: z.number().min(0).nullable(), data: IsoInstant })
  .meta({ id: 'GateAir' });

/** Gates that a plant may have. */
export const MAX_GATES = 5000;

/** A gate (varco) as sent by a plant (T 3.4). The client adds key and peerId. */
export const Gate = z
  .object({
    id: z.int(),
    fullname: z.string().max(120),
    desc: z.string().max(255),
    ordine: z.int(),
    gps_lat: z.number().min(-90).max(90).nullable(),
    gps_lon: z.number().min(-180).max(180).nullable(),
    note: z.string().max(255),
    lane2: z.boolean(),
    rca_status: z.string().max(20),
    updated: IsoInstant.nullable(),
    last_record_lpr: IsoInstant.nullable(),
    last_plate_date: IsoInstant.nullable(),
    /** 0 n.d., 1 city entry, 2 city exit, 3 approaching, 4 moving away. */
    direction: z.int().min(0).max(4),
    modello_cam: z.string().max(80),
    /** online, error, disabled, noplate, sleep, nogps (T 4.8). */
    stato: z.enum(['online', 'error', 'disabled', 'noplate', 'sleep', 'nogps']),
    url_video: z.string().max(300).nullable(),
    sd_size: z.int().nullable(),
    boundary: z.boolean(),
    enabled_for_user: z.boolean(),
    /** Measured in the last 24 hours; absent or null: none. */
    pollution: GateAirQuality.nullable().optional(),
    /** User name of who changed the gate last; only administrators are told. Empty: nobody, or the account is gone. */
    updated_by: z.string().max(120).optional(),
  })
  .meta({ id: 'Gate' });
export type Gate = z.infer<typeof Gate>;

export const listGates = endpoint({
  id: 'listGates',
  method: 'GET',
  path: '/api/varchi',
  summary: 'Gates of the plant with their present state',
  query: z.object({
    filtering: QueryBoolean.optional(),
    q: plainText(80).optional(),
    paginate: QueryBoolean.optional(),
  }),
  response: z.object({ objects: z.array(Gate).max(MAX_GATES), pagination: Pagination }),
  errors: BASIC_ERRORS,
  access: { who: 'plant-user', rule: 'gates.read' },
  audit: null,
  limit: 'read',
});
