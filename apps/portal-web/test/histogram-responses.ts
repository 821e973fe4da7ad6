import type { TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';

const HOUR_MS = 3_600_000;
/** 14/11/2026 00:00 in Rome. */
const FIRST_MS = Date.parse('2026-11-13T23:00:00.000Z');

/** A week by the hour, with as many transits in each bar as its hour of the day; the first three were not counted. */
export const buildHistogramResponse = (): TransitHistogram => ({
  larghezza: 'hour',
  secchi: Array.from({ length: 7 * 24 }, (_, at) => ({
    inizio: new Date(FIRST_MS + at * HOUR_MS).toISOString(),
    transiti: at < 3 ? null : at % 24,
  })),
  fine: new Date(FIRST_MS + 7 * 24 * HOUR_MS).toISOString(),
  limitations: [],
  took_ms: 3,
});
