import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useMemo } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { LazyBarChart } from '../../widgets/chart/lazy-bar-chart.tsx';
import { LazyHeatMap } from '../../widgets/chart/lazy-heat-map.tsx';
import type { LineChart } from './chart-lines.ts';
import { formatHour } from './ChartTable.tsx';
import { formatMean, formatValue, type NamedLine } from './format-charts.ts';
import type { HeatCell } from './heat-cells.ts';

/** Gates drawn; more are easier to read in the table. A year of days is drawn whole. */
const MAX_BARS = { gates: 60, speed: 60 } as const;

/** Bars of a chart, beside those of the compared period. */
export function LineFigure(props: { chart: LineChart; lines: readonly NamedLine[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { chart, lines } = props;
  const max = chart === 'gates' || chart === 'speed' ? MAX_BARS[chart] : lines.length;
  const points = useMemo(
    () =>
      lines
        .filter(({ value }) => value !== null)
        .slice(0, max)
        .map(({ name, value, before }) => ({ name, value, before })),
    [lines, max],
  );
  const texts = useMemo(
    () => ({
      now: t('statistics:chartNow'),
      before: t('statistics:chartBefore'),
      format: (value: number) => formatValue(chart, value, language),
    }),
    [t, chart, language],
  );
  return (
    <>
      <LazyBarChart points={points} texts={texts} isZoomable />
      {lines.length > max && <Remark>{t('charts:more', { count: max })}</Remark>}
    </>
  );
}

/** Hours of the week as a heat map, Monday on top. */
export function HeatFigure(props: { cells: readonly HeatCell[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { cells } = props;
  const points = useMemo(
    () => cells.map(({ weekday, hour, mean }) => ({ x: hour, y: weekday - 1, value: mean })),
    [cells],
  );
  const texts = useMemo(
    () => ({
      columns: Array.from({ length: 24 }, (_, hour) => formatHour(hour)),
      rows: ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => t(`charts:shortDay.d${day}`)),
      format: (value: number) => formatMean(value, language),
    }),
    [t, language],
  );
  return <LazyHeatMap points={points} texts={texts} />;
}
