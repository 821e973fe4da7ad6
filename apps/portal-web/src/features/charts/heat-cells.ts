import type { TransitChartsResponse } from '@varco/contract/plant/charts.ts';

/** An hour of the week over plants. */
export interface HeatCell {
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  readonly hour: number;
  /** Mean number of transits in such an hour; null: no such hour lies in the period of any plant. */
  readonly mean: number | null;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The 168 hours of the week. Each plant's mean is taken over the hours in its own counted period, which may be shorter than
 * that of another plant; then the means are added.
 */
export function buildHeatCells(answers: readonly TransitChartsResponse[]): readonly HeatCell[] {
  const byPlant = answers.map(({ ore }) => new Map(ore.map((one) => [one.giorno * 24 + one.ora, one.n / one.volte])));
  return WEEKDAYS.flatMap((weekday) =>
    HOURS.map((hour) => {
      const means = byPlant.flatMap((plant) => plant.get(weekday * 24 + hour) ?? []);
      return { weekday, hour, mean: means.length === 0 ? null : means.reduce((sum, n) => sum + n, 0) };
    }),
  );
}
