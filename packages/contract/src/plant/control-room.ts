import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint, eventStream } from '../endpoint.ts';
import { IsoInstant } from '../wire.ts';
import { Limitation } from './transits.ts';

/** Weeks back whose same weekday makes the usual one. */
export const USUAL_WEEKS = 4;
/** Hours of the chart: the last 24 and the one that is running. */
const MAX_HOURS = 25;
/** Cameras and gaps that one message names; the counts are complete. */
export const MAX_NAMED_CAMERAS = 100;
export const MAX_GAPS = 48;

const Count = z.int().min(0);
/** Null: this person may not see plates, or not this figure. */
const HideableCount = Count.nullable();

/** Figures of transits, each equal to the rows that the search finds with the filter of the same name. */
export const ControlRoomFigures = z
  .object({
    transiti: Count,
    /** Insurance checked, with yes or no as the answer. */
    controllate: HideableCount,
    non_assicurate: HideableCount,
    non_revisionate: HideableCount,
    /** By a check or by a list; null also without the right to alerts of stolen vehicles. */
    rubate: HideableCount,
    blacklist: HideableCount,
  })
  .meta({ id: 'ControlRoomFigures' });
export type ControlRoomFigures = z.infer<typeof ControlRoomFigures>;

/** What one plant counts for the control room of one person (ADR 0039). */
export const ControlRoomCounts = z
  .object({
    /** When the plant counted. */
    ora: IsoInstant,
    /** Start of the counted part of today: midnight of Rome, or later for a person with a limited time. */
    dal: IsoInstant,
    oggi: ControlRoomFigures,
    /**
     * Whole hours of today beside the same hours of other days; null in the first hour, and when a limit hides part of
     * today.
     */
    confronto: z
      .object({
        /** End of the last whole hour. */
        fino: IsoInstant,
        oggi: ControlRoomFigures,
        /** Null: not visible to this person, or no longer stored. */
        ieri: ControlRoomFigures.nullable(),
        /** Mean of the same weekday of the last weeks, rounded. */
        solito: ControlRoomFigures.nullable(),
        /** How many weeks the mean is made of. */
        settimane: z.int().min(0).max(USUAL_WEEKS),
      })
      .nullable(),
    /** Transits by hour, oldest first, the running hour last; `prima`: 24 hours earlier. Null: not visible. */
    ore: z.array(z.object({ ora: IsoInstant, n: HideableCount, prima: HideableCount })).max(MAX_HOURS),
    /** Times of these hours in which the plant recorded no state of its cameras, or all of them were off. */
    fermi: z.array(z.object({ dal: IsoInstant, al: IsoInstant })).max(MAX_GAPS),
    telecamere: z.object({
      /** When they were looked at; null: never yet. */
      ora: IsoInstant.nullable(),
      attive: Count,
      ferme: Count,
      elenco: z
        .array(z.object({ varco_id: z.int(), varco: z.string().max(120), ultima: IsoInstant.nullable() }))
        .max(MAX_NAMED_CAMERAS),
    }),
    /** Newest read of the plant; null: none yet. */
    ultima_lettura: IsoInstant.nullable(),
    limitazioni: z.array(Limitation).max(8),
    /** Plates, checks and lists are hidden from this person. */
    oscurato: z.boolean(),
  })
  .meta({ id: 'ControlRoomCounts' });
export type ControlRoomCounts = z.infer<typeof ControlRoomCounts>;

/**
 * Events: `conteggi` (data: `ControlRoomCounts`; at once, then at most one a second and only when something changed) and
 * `ping` (data: time of the plant, every 15 s). Each `conteggi` is complete, so nothing is resumed after a break.
 */
export const watchControlRoom = endpoint({
  id: 'watchControlRoom',
  method: 'POST',
  path: '/api/control-room/watch',
  summary: 'Figures of today for the control room as an event stream',
  body: z.object({}),
  response: eventStream,
  errors: SEARCH_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'analysis.control-room',
  limit: 'events',
});
