import { toInstantMs } from '../time-instant.ts';
import { addDays, toRomeDay } from '../time/rome.ts';
import type { PlantLicence } from './licence.ts';

/** Which advanced charts may be shown. */
export interface ChartRights {
  readonly charts: boolean;
  readonly g2g: boolean;
  readonly population: boolean;
}

const NO_CHARTS: ChartRights = { charts: false, g2g: false, population: false };

/**
 * P 4, P 6: options as the licence grants them, valid through the day after their date; without a date they do not
 * expire.
 */
export function getChartRights(licence: Pick<PlantLicence, 'license_options'>, now: string): ChartRights {
  const option = licence.license_options?.adv_charts ?? null;
  if (option === null) return NO_CHARTS;
  const last = option.expiration_date === null ? null : addDays(option.expiration_date, 1);
  if (last !== null && toRomeDay(toInstantMs(now)) > last) return NO_CHARTS;
  return { charts: true, g2g: option.g2g, population: option.population };
}
