import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant } from '../wire.ts';
import { MAX_CHART_DAYS } from './charts.ts';
import { CountedDays } from './counted-days.ts';

const Count = z.int().min(0);

/** Plates of a class, with the range in which the true number was in the measured worlds; null: too few to be published. */
const Estimate = z
  .object({
    n: Count,
    /** Null: no range was measured for so few plates, or for so many passages without a full plate. */
    da: Count.nullable(),
    a: Count.nullable(),
  })
  .nullable();

/** Residents, commuters and passers-by of each day: counts without plates (ADR 0022). */
export const ChartPopulationResponse = CountedDays.extend({
  /** Version of the definitions. */
  formula: z.string().max(40),
  /** First day that has four weeks of transits behind it; null: none yet. Days before it are not estimated. */
  stimabile_dal: IsoDate.nullable(),
  /** Counted days, oldest first. A null count is above zero and too small to be published, or would reveal one. */
  serie: z
    .array(
      z.object({
        giorno: IsoDate,
        residenti: Estimate,
        pendolari: Estimate,
        di_passaggio: Estimate,
        /** Fully read plates, the sum of the three. */
        targhe: Count.nullable(),
        /** Those of a known nation other than Italy; they are in the three classes too. */
        straniere: Count.nullable(),
        /** Share of the passages without a fully read plate, 0 to 1: they are in no class. */
        non_lette: z.number().min(0).max(1),
      }),
    )
    .max(MAX_CHART_DAYS + 1),
}).meta({ id: 'ChartPopulation' });
export type ChartPopulationResponse = z.infer<typeof ChartPopulationResponse>;

export const chartPopulation = endpoint({
  id: 'chartPopulation',
  method: 'POST',
  path: '/api/charts/population',
  summary: 'Estimated residents, commuters and passers-by of each day, with the licence option population',
  errors: [...FIND_ERRORS, 'missing_license_option'],
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
  body: z.object({
    /** Plates that passed this gate; absent: any gate. Plates pass several gates, so gates cannot be added. */
    varco: z.int().min(1).max(32_767).optional(),
    /** At most a year before today. */
    dal: IsoInstant,
    al: IsoInstant,
  }),
  response: ChartPopulationResponse,
  audit: 'analysis.charts',
});
