import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, MAX_FILTER_GATES } from '../wire.ts';
import { Limitation } from './transits.ts';

/** Longest window of one query, and maximum number of passages at the origin that are followed. */
export const MAX_DESTINATION_DAYS = 7;
export const MAX_FOLLOWED_PASSAGES = 20_000;

/** A gate where vehicles of the origin were read next, or came from. */
export const Destination = z
  .object({
    varco_id: z.int(),
    varco: z.string().max(120),
    n: z.int().min(1),
    /** Median seconds from one gate to the other. */
    mediana_s: z.number().min(0),
  })
  .meta({ id: 'Destination' });
export type Destination = z.infer<typeof Destination>;

const DestinationSide = z.object({
  /** Most frequent first. */
  objects: z.array(Destination).max(5000),
  /** Not read at any other gate within the time. */
  altrove: z.int().min(0),
  /** Read at gates this person may not search: counted, not shown (T 6). */
  senza_autorizzazione: z.int().min(0),
});

export const destinations = endpoint({
  id: 'destinations',
  method: 'POST',
  path: '/api/destinations',
  summary: 'Gates where the vehicles of some gates were read next, and where they came from',
  body: z
    .object({
      varchi: z.array(z.int().min(1).max(32_767)).max(MAX_FILTER_GATES).optional(),
      zona: z.int().min(1).max(2_147_483_647).optional(),
      dal: IsoInstant,
      al: IsoInstant,
      /** A vehicle read later than this counts as not read again. */
      entro_minuti: z.int().min(5).max(1_440).optional(),
    })
    .refine(({ varchi, zona }) => (varchi ?? []).length > 0 !== (zona !== undefined), 'gates or a zone'),
  response: z.object({
    /** Followed passages at the origin: readable plates only. */
    passaggi: z.int().min(0),
    /** There are more passages than the maximum: only the newest are included. */
    troncato: z.boolean(),
    limitazioni: z.array(Limitation).max(8),
    verso: DestinationSide,
    da: DestinationSide,
  }),
  errors: FIND_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.destinations',
  limit: 'search',
});
