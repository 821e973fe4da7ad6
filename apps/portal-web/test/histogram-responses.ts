import type { TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';

const HOUR_MS = 3_600_000;
/** 14/11/2026 00:00 in Rome. */
const FIRST_MS = Date.parse('2026-11-13T23:00:00.000Z');

/**
 * A week by the hour, with as many transits in each bar as its hour of the day; the first three were not counted.
 * @param isLimited only the last two days, as for a person who may not look further back
 */
export function buildHistogramResponse(isLimited: boolean): TransitHistogram {
  const bars = Array.from({ length: 7 * 24 }, (_, at) => ({
    inizio: new Date(FIRST_MS + at * HOUR_MS).toISOString(),
    transiti: at < 3 ? null : at % 24,
  }));
  return {
    larghezza: 'hour',
    secchi: isLimited ? bars.slice(-48) : bars,
    fine: new Date(FIRST_MS + 7 * 24 * HOUR_MS).toISOString(),
    limitations: isLimited ? ['t_max'] : [],
    took_ms: 3,
  };
}
