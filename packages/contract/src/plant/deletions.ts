import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant } from '../wire.ts';
import { CappedCount } from './settings.ts';

/** What is deleted by term. `unread`: passages without a plate. `restricted`: transits that a request of a person had restricted. */
export const DELETED_KINDS = [
  'transits',
  'unread',
  'restricted',
  'alerts',
  'plate_checks',
  'plate_pictures',
  'context_pictures',
  'look_up_answers',
  'exports',
  'approvals',
  'handovers',
] as const;
export type DeletedKind = (typeof DELETED_KINDS)[number];

/** Days of one calendar at most. */
export const MAX_CALENDAR_DAYS = 42;

export const DeletionCalendar = z
  .object({
    /** The day of the plant, Europe/Rome. */
    today: IsoDate,
    /** The first day from today on that ends the term of a transit; null: there is no transit. */
    first: IsoDate.nullable(),
    /** Transits whose term ends on that day, whether a legal hold covers them or not. */
    days: z.array(z.object({ day: IsoDate, transits: z.int().min(0) })).max(MAX_CALENDAR_DAYS),
    /** Days from the event to its deletion, by kind. */
    terms: z.record(z.enum(DELETED_KINDS), z.int().min(1)),
    /** Legal holds in force. */
    holds: z.int().min(0),
    /** Transits past their term that are there because of a hold. */
    held: CappedCount,
  })
  .meta({ id: 'DeletionCalendar' });
export type DeletionCalendar = z.infer<typeof DeletionCalendar>;

const READ = { who: 'plant-user', rule: 'retention.read' } as const;

export const readDeletionCalendar = endpoint({
  id: 'readDeletionCalendar',
  method: 'GET',
  path: '/api/retention/deletions',
  summary: 'How many transits reach the end of their term on each day from a day on',
  /** `from` absent: today. */
  query: z.object({ from: IsoDate.optional(), days: z.coerce.number().int().min(1).max(MAX_CALENDAR_DAYS) }),
  response: DeletionCalendar,
  errors: CALL_ERRORS,
  access: READ,
  audit: null,
  limit: 'search',
});

const DeletedRows = z.object({
  kind: z.enum(DELETED_KINDS),
  /** Instants of capture or origin: what lies from here (included) to there. */
  from: IsoInstant,
  to: IsoInstant,
  /** What is there now and will be deleted that day. */
  due: CappedCount,
  /** What a legal hold in force keeps; null: holds do not concern this kind. */
  held: CappedCount.nullable(),
});
export type DeletedRows = z.infer<typeof DeletedRows>;

export const readDeletionDay = endpoint({
  id: 'readDeletionDay',
  method: 'GET',
  path: '/api/retention/deletions/:day',
  summary:
    'What will be deleted on a day, by kind, counted now; days before today and beyond the longest term answer 400',
  params: z.object({ day: IsoDate }),
  response: z.object({ day: IsoDate, kinds: z.array(DeletedRows).max(DELETED_KINDS.length) }),
  errors: CALL_ERRORS,
  access: READ,
  audit: null,
  limit: 'search',
});
