import { formatDate, formatInteger } from '@varco/i18n/format.ts';
import { type ReactElement, useMemo } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { LazyEstimateChart } from '../../widgets/chart/lazy-estimate-chart.tsx';
import { formatRange } from './format-charts.ts';
import { POPULATION_KINDS, type PopulationDay } from './population-lines.ts';

/** The classes by day as lines with error bars. */
export function PopulationFigure({ days }: { days: readonly PopulationDay[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const series = useMemo(
    () =>
      POPULATION_KINDS.map((kind) => ({
        name: t(`charts:population.kind.${kind}`),
        values: days.map((day) => day[kind]?.n ?? null),
        ranges: days.map(({ [kind]: one }) =>
          one === null || one.da === null || one.a === null ? null : ([one.da, one.a] as const),
        ),
      })),
    [days, t],
  );
  const texts = useMemo(
    () => ({
      names: days.map(({ giorno }) => formatDate(giorno)),
      details: days.map((day) =>
        [
          formatDate(day.giorno),
          ...POPULATION_KINDS.map((kind) => {
            const one = day[kind];
            const name = t(`charts:population.kind.${kind}`);
            if (one === null) return `${name}: ${t('charts:population.few')}`;
            const range = one.da === null || one.a === null ? '' : ` (${formatRange([one.da, one.a], language)})`;
            return `${name}: ${formatInteger(one.n, language)}${range}`;
          }),
        ].join('\n'),
      ),
      format: (value: number) => formatInteger(value, language),
    }),
    [days, language, t],
  );
  return <LazyEstimateChart series={series} texts={texts} />;
}
