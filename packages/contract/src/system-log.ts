import { z } from 'zod';
import { IsoInstant } from './wire.ts';

/** What a server noted about its own work (P 1, P 2 /system-logs). Nothing personal can stand in it: see the closed list of the log. */
export const SystemEvent = z
  .object({
    id: z.string().regex(/^\d{1,19}$/),
    at: IsoInstant,
    /** The same thing several times within moments is one event. */
    last_at: IsoInstant,
    times: z.int().min(1),
    level: z.enum(['info', 'warn', 'error']),
    /** Constant text of the program, English. */
    event: z.string().max(120),
    code: z.string().max(64).nullable(),
    sub_code: z.string().max(64).nullable(),
    /** Pattern of the call, never an address. */
    route: z.string().max(200).nullable(),
    /** Uuid of the plant it is about. */
    plant: z.string().max(36).nullable(),
    request_id: z.string().max(64).nullable(),
  })
  .meta({ id: 'SystemEvent' });
export type SystemEvent = z.infer<typeof SystemEvent>;

export const SystemLogQuery = z.strictObject({
  /** Only events before this one: the id of the last one of the page before. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** The least grave that is wanted. */
  level: z.enum(['info', 'warn', 'error']).default('info'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type SystemLogQuery = z.infer<typeof SystemLogQuery>;

/** Newest first; `next` goes into `before` for the older page, null at the end. */
export const SystemLogPage = z.object({
  events: z.array(SystemEvent).max(200),
  next: z.string().max(19).nullable(),
});
export type SystemLogPage = z.infer<typeof SystemLogPage>;
