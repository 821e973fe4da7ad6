import { CustomChart as CustomSeries, LineChart as LineSeries } from 'echarts/charts';
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { use as registerParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactElement, useCallback } from 'react';
import styles from './Chart.module.css';
import type { ChartTheme } from './chart-theme.ts';
import { createEstimateChartOption, type EstimateChartTexts, type EstimateSeries } from './estimate-chart-option.ts';
import { useChart } from './use-chart.ts';

registerParts([
  CustomSeries,
  LineSeries,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  DataZoomComponent,
  CanvasRenderer,
]);

/** Lines with error bars that fill their width. Hidden from assistive technology: the table beside them shows the same numbers. */
export function EstimateChart(props: { series: readonly EstimateSeries[]; texts: EstimateChartTexts }): ReactElement {
  const { series, texts } = props;
  const box = useChart(
    useCallback((theme: ChartTheme) => createEstimateChartOption(series, texts, theme), [series, texts]),
  );
  return <div ref={box} className={styles.large} aria-hidden="true" />;
}
