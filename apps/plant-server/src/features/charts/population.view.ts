import type { ChartPopulationResponse } from '@varco/contract/plant/chart-population.ts';
import { estimateRange } from '@varco/domain/charts/population-errors.ts';
import type { PopulationClass } from '@varco/domain/charts/population.ts';
import { suppressSmall } from '../../policy/suppress-small.ts';
import type { PopulationDay } from './population-days.repository.ts';

/** The counts of a day with their ranges; counts that could point at a person are left out. */
export function buildPopulationDay(
  counted: PopulationDay,
  scope: 'plant' | 'gate',
): ChartPopulationResponse['serie'][number] {
  const { residents, commuters, passers_by: passersBy, n_foreign: foreign } = counted;
  const total = residents + commuters + passersBy;
  const share = counted.transits === 0 ? 0 : counted.unread / counted.transits;
  const [shownResidents, shownCommuters, shownPassersBy] = suppressSmall([residents, commuters, passersBy]);
  const [shownTotal] = suppressSmall([total]);
  const [shownForeign] = suppressSmall([foreign, total - foreign]);
  const estimate = (kind: PopulationClass, n: number | null | undefined) => {
    if (n === null || n === undefined) return null;
    const range = estimateRange(kind, n, scope, share);
    return { n, da: range?.low ?? null, a: range?.high ?? null };
  };
  return {
    giorno: counted.day,
    residenti: estimate('resident', shownResidents),
    pendolari: estimate('commuter', shownCommuters),
    di_passaggio: estimate('passer_by', shownPassersBy),
    targhe: shownTotal ?? null,
    straniere: shownForeign ?? null,
    non_lette: Math.round(share * 10_000) / 10_000,
  };
}
