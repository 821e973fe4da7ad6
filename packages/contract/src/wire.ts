import { z } from 'zod';

/** Scalars shared by all wire schemas. There is no `Date` on the wire: instants are ISO strings in UTC. */

export const IsoInstant = z.iso
  .datetime({ offset: true })
  .max(40)
  .meta({ id: 'IsoInstant', description: 'ISO 8601 instant', example: '2026-11-20T14:31:58.000Z' });

export const IsoDate = z.iso.date().meta({ id: 'IsoDate', example: '2026-11-20' });

/** Time-ordered 63-bit id created by the plant; a string because it exceeds 2^53. */
export const TransitId = z
  .string()
  .regex(/^\d{1,19}$/)
  .meta({ id: 'TransitId', example: '1145698732100096017' });

export const Uuid = z.uuid();

/** A read or registered plate: letters and digits only, upper case (readings TA26: 2 to 32 characters). */
export const Plate = z
  .string()
  .regex(/^[A-Z0-9]{2,32}$/)
  .meta({ id: 'Plate', example: 'GK508RB' });

/** A plate as a camera sends it: may contain `?` for an unreadable character; the server removes spaces and dashes. */
export const RawPlate = z.string().min(1).max(32);

/** Pagination block of list responses (T 3.3). */
export const Pagination = z
  .object({
    count: z.int().min(0).nullable(),
    paginate: z.boolean(),
    page: z.int().min(1).nullable(),
    page_size: z.int().min(1),
    num_pages: z.int().min(0).nullable(),
    has_previous: z.boolean(),
    has_next: z.boolean(),
    previous_page: z.int().nullable(),
    next_page: z.int().nullable(),
    offset: z.int().min(0),
    limit: z.int().min(1),
    kind: z.string().max(20),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof Pagination>;

/** Id of a row of a plant's own tables. */
export const RowId = z.int().min(1).max(2_147_483_647);
/** The same in an address. */
export const IdParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** Booleans in a query: only these four spellings are accepted. */
export const QueryBoolean = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
]);

/** A whole number, or its text in a query; anything else (null, true, "1e3", "") is rejected. */
export const wireInt = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^[+-]?\d{1,10}$/)])
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** A list: comma-separated in a query, or an array in a POST body. */
export const commaList = <S extends z.ZodType>(item: S, max: number) =>
  z.preprocess((v) => (typeof v === 'string' ? v.split(',').filter((x) => x !== '') : v), z.array(item).max(max));

/**
 * Maximum number of gates in the filter of a search or an analysis. With numbers of five digits the longest list fits
 * into a query string too. More gates are asked for as all of them, or by a zone.
 */
export const MAX_FILTER_GATES = 1000;

/** Text a person typed: no control characters, bounded length. */
export const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((s) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/u.test(s), 'control');
