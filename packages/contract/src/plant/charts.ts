import { VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant, MAX_FILTER_GATES } from '../wire.ts';
import { Limitation } from './transits.ts';

/** CONST-18: a chart starts at most a year before today; a leap year has one day more. */
export const MAX_CHART_DAYS = 366;

const Count = z.int().min(0);

/**
 * Figures of the charts over whole hours (ADR 0022). They are sums of transits and contain no plates, checks or lists, so that
 * they are the same for every user who may see the gates.
 */
export const TransitChartsResponse = z
  .object({
    transiti: Count,
    /** Known to be of another nation. */
    straniere: Count,
    /**
     * By weekday (1 Monday to 7 Sunday) and hour, by the clock of Rome. `volte`: how many such hours lie in the counted
     * period, for the mean; cells without any are left out.
     */
    ore: z
      .array(z.object({ giorno: z.int().min(1).max(7), ora: z.int().min(0).max(23), n: Count, volte: z.int().min(1) }))
      .max(168),
    /** By Rome day, oldest first. Days without transits are left out. */
    giorni: z.array(z.object({ giorno: IsoDate, n: Count })).max(MAX_CHART_DAYS + 1),
    /** Gates in the order of the plant; those without transits are left out. */
    varchi: z
      .array(
        z.object({
          varco_id: z.int(),
          n: Count,
          straniere: Count,
          /** Mean of the measured speeds, km/h, and on how many transits it is based; null: none measured. */
          velocita_media: z.number().min(0).nullable(),
          velocita_n: Count,
        }),
      )
      .max(5000),
    /** Number of transits on which the following figures are based; fewer than all only when `senza_dettaglio` is above 0. */
    contati: Count,
    /** By vehicle class; classes outside the list count as `undefined`. */
    classi: z.array(z.object({ classe: z.enum(VEHICLE_CLASSES), n: Count })).max(VEHICLE_CLASSES.length),
    /** By EURO class, 0 to 6; null: unknown. */
    euro: z.array(z.object({ euro: z.int().min(0).max(6).nullable(), n: Count })).max(8),
    /** The counted period: the whole hours of the requested one that this person may see. */
    dal: IsoInstant,
    al: IsoInstant,
    limitazioni: z.array(Limitation).max(8),
    /** Transits of days that have no detailed counts yet and are too many to be counted in this call. */
    senza_dettaglio: Count,
    /** Milliseconds the plant needed. */
    took_ms: z.int().min(0),
  })
  .meta({ id: 'TransitCharts' });
export type TransitChartsResponse = z.infer<typeof TransitChartsResponse>;

export const transitCharts = endpoint({
  id: 'transitCharts',
  method: 'POST',
  path: '/api/charts/transits',
  summary: 'Transits by hour and weekday, day, gate, speed, class and EURO class, with the licence option adv_charts',
  errors: [...FIND_ERRORS, 'missing_license_option'],
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
  body: z.object({
    /** Absent or empty: all gates this person may see. */
    varchi: z.array(z.int().min(1).max(32_767)).max(MAX_FILTER_GATES).optional(),
    /** At most a year before today. */
    dal: IsoInstant,
    al: IsoInstant,
  }),
  response: TransitChartsResponse,
  audit: 'analysis.charts',
});
