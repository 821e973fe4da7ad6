import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText, RawPlate, TransitId } from '../wire.ts';

/** Pictures of a read: names of multipart file parts, or absent. */
export const ReadPictures = z.object({
  full: z.string().max(40).optional(),
  plate: z.string().max(40).optional(),
  context: z.string().max(40).optional(),
});

/** One read of a camera. Only gate, plate and time are needed; the rest is what the camera knows. */
export const Read = z
  .object({
    /** Gate id of the plant. */
    varco_id: z.int().min(1),
    /** Empty, or a word for "not read": the camera saw a vehicle and read no plate. Stored as a passage without a plate. */
    targa: RawPlate.or(z.literal('')),
    data: IsoInstant,
    nazione: plainText(3).optional(),
    provincia: plainText(2).optional(),
    comune: plainText(80).optional(),
    /** Percent, one decimal. */
    confidence: z.number().min(0).max(100).optional(),
    confidence_chars: z.array(z.int().min(0).max(100)).max(32).optional(),
    direction: z.int().min(0).max(4).optional(),
    lane: z.int().min(0).max(20).optional(),
    speed: z.int().min(0).max(400).optional(),
    /** Vehicle class code (car, bus, ...). */
    class: plainText(20).optional(),
    marca: plainText(60).optional(),
    modello: plainText(60).optional(),
    colore: plainText(20).optional(),
    euro: z.int().min(0).max(6).optional(),
    adr_kemler: z
      .string()
      .regex(/^X?\d{2,3}$/)
      .optional(),
    adr_un_no: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    adr_class: plainText(4).optional(),
    gps_lat: z.number().min(-90).max(90).optional(),
    gps_lon: z.number().min(-180).max(180).optional(),
    pictures: ReadPictures.optional(),
  })
  .meta({ id: 'Read' });
export type Read = z.infer<typeof Read>;

/** Result of each read, in the order sent. `stored` and `duplicate` both mean: durable, do not send again. */
export const ReadResult = z
  .object({
    state: z.enum(['stored', 'duplicate', 'refused']),
    id: TransitId.optional(),
    /**
     * For refused: future_time, too_old, unknown_gate, gate_not_allowed, plate_unreadable. For the others:
     * picture_missing, picture_invalid (the read is stored without that picture; after `picture_missing` it may be sent
     * again with it).
     */
    reason: z.string().max(40).optional(),
  })
  .meta({ id: 'ReadResult' });
export type ReadResult = z.infer<typeof ReadResult>;

/** Batch of 1 to 500 reads. The response is sent when all accepted reads are durable. */
export const ingestReads = endpoint({
  id: 'ingestReads',
  method: 'POST',
  path: '/api/ingest/reads',
  summary: 'Reads of a camera without pictures; answered when durable',
  body: z.object({ reads: z.array(Read).min(1).max(500) }),
  response: z.object({ results: z.array(ReadResult).max(500) }),
  errors: ['bad_request', 'invalid_api_key', 'missing_api_key', 'rate_limit_exceeded', 'unavailable'],
  access: { who: 'ingest-key' },
  grows: ['database'],
  audit: null,
  limit: 'ingest-json',
});

/** As `ingestReads`, with a JSON part `reads` first and picture parts named in each read's `pictures`. */
export const ingestReadsWithPictures = endpoint({
  id: 'ingestReadsWithPictures',
  method: 'POST',
  path: '/api/ingest/reads-with-pictures',
  summary: 'Reads of a camera with their pictures (multipart); answered when all is durable',
  body: z.object({ reads: z.array(Read).min(1).max(500) }),
  bodyType: 'multipart',
  response: z.object({ results: z.array(ReadResult).max(500) }),
  errors: [
    'bad_request',
    'payload_too_large',
    'invalid_api_key',
    'missing_api_key',
    'rate_limit_exceeded',
    'unavailable',
  ],
  access: { who: 'ingest-key' },
  grows: ['database', 'pictures'],
  audit: null,
  limit: 'ingest-multipart',
});

/** Gates and their names, so that a file can be mapped before it is sent. */
export const ingestGates = endpoint({
  id: 'ingestGates',
  method: 'GET',
  path: '/api/ingest/gates',
  summary: 'Gates this ingest key may send reads for',
  response: z.object({
    plant: z.object({ label: z.string().max(80), code: z.string().max(6) }),
    can_create_gates: z.boolean(),
    objects: z.array(z.object({ id: z.int(), fullname: z.string().max(120) })).max(5000),
  }),
  errors: ['invalid_api_key', 'missing_api_key', 'unavailable'],
  access: { who: 'ingest-key' },
  audit: null,
  limit: 'read',
});

const Micrograms = z.number().min(0).max(10_000);

export const ingestAir = endpoint({
  id: 'ingestAir',
  method: 'POST',
  path: '/api/ingest/air',
  summary: 'Air quality measurements of gates with a sensor; only the newest of each gate is stored',
  body: z.object({
    misure: z
      .array(
        z
          .object({
            varco_id: z.int().min(1).max(32_767),
            pm10: Micrograms.optional(),
            no2: Micrograms.optional(),
            data: IsoInstant,
          })
          .refine(({ pm10, no2 }) => pm10 !== undefined || no2 !== undefined, 'nothing measured'),
      )
      .min(1)
      .max(500),
  }),
  response: z.object({
    /** Measurements that are now the newest of their gate. */
    salvate: z.int().min(0),
  }),
  errors: ['bad_request', 'invalid_api_key', 'missing_api_key', 'no_perms', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'ingest-key' },
  audit: null,
  limit: 'command',
});
