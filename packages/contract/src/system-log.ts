import { z } from 'zod';
import { IsoInstant, plainText } from './wire.ts';

/** Events that a search may name. */
export const MAX_SEARCHED_EVENTS = 40;

/**
 * Technical event of a server (P 1, P 2 /system-logs). It cannot contain personal data: see the closed list of fields
 * of the log.
 */
export const SystemEvent = z
  .object({
    id: z.string().regex(/^\d{1,19}$/),
    at: IsoInstant,
    /** Identical events within a short time are combined; time of the last one. */
    last_at: IsoInstant,
    times: z.int().min(1),
    level: z.enum(['info', 'warn', 'error']),
    /** Constant English text from the program. */
    event: z.string().max(120),
    code: z.string().max(64).nullable(),
    sub_code: z.string().max(64).nullable(),
    /** Route pattern, never an address. */
    route: z.string().max(200).nullable(),
    /** Uuid of the plant it is about. */
    plant: z.string().max(36).nullable(),
    request_id: z.string().max(64).nullable(),
  })
  .meta({ id: 'SystemEvent' });
export type SystemEvent = z.infer<typeof SystemEvent>;

export const SystemLogQuery = z.strictObject({
  /** Id of the last event of the previous page; returns older ones. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** Lowest level to return. */
  level: z.enum(['info', 'warn', 'error']).default('info'),
  /** Part of the event, code, route or request id; case does not count. */
  q: plainText(80).optional(),
  /**
   * Events that count as found as well, separated by `|`: a client shows them in other words, in which people search.
   * Without effect unless `q` is sent.
   */
  events: plainText(6_000)
    .transform((text) => text.split('|'))
    .refine((events) => events.length <= MAX_SEARCHED_EVENTS, 'too many events')
    .optional(),
  /** Events from here on, by their last repetition. */
  from: IsoInstant.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type SystemLogQuery = z.infer<typeof SystemLogQuery>;

/** Newest first; pass `next` as `before` to get the older page; null at the end. */
export const SystemLogPage = z.object({
  events: z.array(SystemEvent).max(200),
  next: z.string().max(19).nullable(),
});
export type SystemLogPage = z.infer<typeof SystemLogPage>;
