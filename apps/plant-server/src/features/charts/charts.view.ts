import type { TransitChartsResponse } from '@varco/contract/plant/charts.ts';
import type { GateSum, HourCount, HourSum } from './chart-sums.repository.ts';

type ChartSums = Pick<TransitChartsResponse, 'transiti' | 'straniere' | 'ore' | 'giorni' | 'varchi'>;

/** Sums of the charts. `order`: ids of the gates in the order of the plant. */
export function buildChartSums(
  gates: readonly GateSum[],
  hours: readonly HourSum[],
  counts: readonly HourCount[],
  order: readonly number[],
): ChartSums {
  const byCell = new Map<number, number>();
  const byDay = new Map<string, number>();
  for (const { day, weekday, hour, n } of hours) {
    const cell = weekday * 24 + hour;
    byCell.set(cell, (byCell.get(cell) ?? 0) + n);
    byDay.set(day, (byDay.get(day) ?? 0) + n);
  }
  const position = new Map(order.map((id, at) => [id, at]));
  const positionOf = ({ gate }: GateSum): number => position.get(gate) ?? order.length;
  return {
    transiti: gates.reduce((sum, { n }) => sum + n, 0),
    straniere: gates.reduce((sum, { n_foreign: n }) => sum + n, 0),
    ore: counts.map(({ weekday: giorno, hour: ora, times: volte }) => ({
      giorno,
      ora,
      n: byCell.get(giorno * 24 + ora) ?? 0,
      volte,
    })),
    giorni: [...byDay].map(([giorno, n]) => ({ giorno, n })),
    varchi: gates
      .toSorted((a, b) => positionOf(a) - positionOf(b))
      .map(({ gate, n, n_foreign: straniere, n_speed: measured, sum_speed: speeds }) => ({
        varco_id: gate,
        n,
        straniere,
        velocita_media: measured === 0 ? null : Math.round((speeds / measured) * 10) / 10,
        velocita_n: measured,
      })),
  };
}
