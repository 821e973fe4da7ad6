import { VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant, MAX_FILTER_GATES } from '../wire.ts';
import { Limitation } from './transits.ts';

/** Longest period of one report. */
export const MAX_STATISTICS_DAYS = 93;

/** How the lines of a report are grouped; the total is always included. */
export const STATISTICS_BY = ['totale', 'varco', 'giorno'] as const;
export type StatisticsBy = (typeof STATISTICS_BY)[number];

const Count = z.int().min(0);
/** Null: this person may not see plates or the data derived from them. */
const HideableCount = Count.nullable();

/** A count based on checks at the ministry: `n` of `su` checked transits. */
const CheckedCount = z.object({ n: HideableCount, su: HideableCount });

/** Figures of the transits of one line (ADR 0022). */
export const StatisticsFigures = z
  .object({
    transiti: Count,
    /** Passages whose plate no camera read; they are not among `transiti`, nor in any other figure. */
    senza_targa: Count.default(0),
    /** Distinct plates as read, as lower and upper bound; equal when exact. */
    targhe_min: HideableCount,
    targhe_max: HideableCount,
    /** Known to be of another nation. */
    straniere: Count,
    non_assicurate: CheckedCount,
    non_revisionate: CheckedCount,
    /** By a check or by a list of stolen vehicles. */
    rubate: CheckedCount,
    blacklist: HideableCount,
    /**
     * Number of transits on which the following figures, the checks and the stolen ones are based; fewer than all
     * only when `senza_dettaglio` is above 0.
     */
    contati: Count,
    /** By vehicle class; classes outside the list count as `undefined`. */
    classi: z.array(z.object({ classe: z.enum(VEHICLE_CLASSES), n: Count })).max(VEHICLE_CLASSES.length),
    /** By EURO class, 0 to 6; null: unknown. */
    euro: z.array(z.object({ euro: z.int().min(0).max(6).nullable(), n: Count })).max(8),
  })
  .meta({ id: 'StatisticsFigures' });
export type StatisticsFigures = z.infer<typeof StatisticsFigures>;

export const StatisticsResponse = z
  .object({
    totale: StatisticsFigures,
    /**
     * Gates in the order of the plant, days oldest first; empty for the total alone. Lines without passages are left
     * out.
     */
    righe: z
      .array(z.object({ varco_id: z.int().nullable(), giorno: IsoDate.nullable(), ...StatisticsFigures.shape }))
      .max(5000),
    /** The counted period: the part of the requested one that this person may see. */
    dal: IsoInstant,
    al: IsoInstant,
    limitazioni: z.array(Limitation).max(8),
    /** Plates, checks and lists are hidden from this person. */
    oscurato: z.boolean(),
    /** Transits of days that have no detailed counts yet and are too many to be counted in this call. */
    senza_dettaglio: Count,
    /** Milliseconds the plant needed. */
    took_ms: z.int().min(0),
  })
  .meta({ id: 'StatisticsAnswer' });
export type StatisticsResponse = z.infer<typeof StatisticsResponse>;

const GateNumber = z.int().min(1).max(32_767);

const analysis = {
  errors: FIND_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
} as const;

export const statistics = endpoint({
  ...analysis,
  id: 'statistics',
  method: 'POST',
  path: '/api/statistics/search',
  summary: 'Figures of the transits of a period: total, and by gate or by day',
  body: z.object({
    /** Absent or empty: all gates this person may see. */
    varchi: z.array(GateNumber).max(MAX_FILTER_GATES).optional(),
    dal: IsoInstant,
    al: IsoInstant,
    per: z.enum(STATISTICS_BY).optional(),
  }),
  response: StatisticsResponse,
  audit: 'analysis.statistics',
});

export const getStatistics = endpoint({
  ...analysis,
  id: 'getStatistics',
  method: 'GET',
  path: '/api/statistics',
  summary: 'Like its POST twin, with the gates separated by commas; the product itself uses the twin',
  query: z.object({
    varchi: z
      .string()
      .regex(/^\d{1,5}(,\d{1,5}){0,999}$/)
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(GateNumber))
      .optional(),
    dal: IsoInstant,
    al: IsoInstant,
    per: z.enum(STATISTICS_BY).optional(),
  }),
  response: StatisticsResponse,
  audit: 'analysis.statistics',
});
