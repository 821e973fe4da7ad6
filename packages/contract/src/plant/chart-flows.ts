import { MAX_TRIP_S } from '@varco/domain/charts/trip-classes.ts';
import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, MAX_FILTER_GATES } from '../wire.ts';
import { CountedDays } from './counted-days.ts';

/** Pairs of gates in one answer, those with the most trips; the trips of the others are one number. */
export const MAX_FLOWS = 10_000;

const Count = z.int().min(0);

/** Which gates and days. */
const FlowsBody = z.object({
  /** Absent or empty: all gates of the plant. */
  varchi: z.array(z.int().min(1).max(32_767)).max(MAX_FILTER_GATES).optional(),
  /** At most a year before today. */
  dal: IsoInstant,
  al: IsoInstant,
});

/** Trips from gate to gate over whole days: sums without plates. */
export const ChartFlowsResponse = CountedDays.extend({
  /** All trips between the chosen gates. */
  viaggi: Count,
  /** From a gate to the next different one, most trips first; pairs without trips are left out. */
  flussi: z
    .array(
      z.object({
        da: z.int(),
        a: z.int(),
        n: Count,
        /** Median in seconds, estimated from classes of minutes. */
        mediana_s: z.int().min(0).max(MAX_TRIP_S),
      }),
    )
    .max(MAX_FLOWS),
  /** Trips of the pairs beyond the most an answer lists. */
  altri_viaggi: Count,
}).meta({ id: 'ChartFlows' });
export type ChartFlowsResponse = z.infer<typeof ChartFlowsResponse>;

export const chartFlows = endpoint({
  id: 'chartFlows',
  method: 'POST',
  path: '/api/charts/flows',
  summary: 'Trips from gate to gate over up to a year of whole days, with the licence option g2g',
  errors: [...FIND_ERRORS, 'missing_license_option'],
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
  body: FlowsBody,
  response: ChartFlowsResponse,
  audit: 'analysis.charts',
});
