import { z } from 'zod';
import { IsoDate } from '../wire.ts';
import { MAX_CHART_DAYS } from './charts.ts';
import { Limitation } from './transits.ts';

const Count = z.int().min(0);

/** What the charts of counted days have in common (ADR 0022). */
export const CountedDays = z.object({
  /** First and last day; null: no whole day lies in the part of the period that this person may see. */
  giorni: z.object({ primo: IsoDate, ultimo: IsoDate }).nullable(),
  giorni_contati: Count.max(MAX_CHART_DAYS + 1),
  /** Days the plant has not counted yet: they are missing in the figures. */
  giorni_da_contare: Count.max(MAX_CHART_DAYS + 1),
  limitazioni: z.array(Limitation).max(8),
  /** Milliseconds the plant needed. */
  took_ms: Count,
});
