import { BarChart as BarSeries } from 'echarts/charts';
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { use as registerParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactElement, useCallback } from 'react';
import styles from './Chart.module.css';
import { type BarChartTexts, type BarPoint, createBarChartOption } from './bar-chart-option.ts';
import type { ChartTheme } from './chart-theme.ts';
import { useChart } from './use-chart.ts';

registerParts([BarSeries, GridComponent, TooltipComponent, LegendComponent, DataZoomComponent, CanvasRenderer]);

/**
 * A bar chart that fills its width. It is hidden from assistive technology: the table beside it shows the same numbers.
 */
export function BarChart(props: {
  points: readonly BarPoint[];
  texts: BarChartTexts;
  /** A part of the bars can be chosen and enlarged, and the chart is taller. */
  isZoomable?: boolean;
}): ReactElement {
  const { points, texts, isZoomable = false } = props;
  const box = useChart(
    useCallback(
      (theme: ChartTheme) => createBarChartOption(points, texts, theme, isZoomable),
      [points, texts, isZoomable],
    ),
  );
  return <div ref={box} className={isZoomable ? styles.large : styles.chart} aria-hidden="true" />;
}
