import { BarChart as BarSeries, LineChart as LineSeries } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { use as registerParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactElement, useCallback } from 'react';
import styles from './Chart.module.css';
import type { ChartTheme } from './chart-theme.ts';
import { createStepChartOption, type StepChartTexts, type StepPoint } from './step-chart-option.ts';
import { useChart } from './use-chart.ts';

registerParts([BarSeries, LineSeries, GridComponent, TooltipComponent, LegendComponent, CanvasRenderer]);

/**
 * Values of consecutive times as steps. It is hidden from assistive technology: the table beside it shows the same
 * numbers.
 */
export function StepChart(props: {
  points: readonly StepPoint[];
  texts: StepChartTexts;
  /** End of the y axis. */
  yMax?: number;
  /** Takes the height of its container instead of its own. */
  isFilling?: boolean;
}): ReactElement {
  const { points, texts, yMax = null, isFilling = false } = props;
  const box = useChart(
    useCallback((theme: ChartTheme) => createStepChartOption(points, texts, theme, yMax), [points, texts, yMax]),
  );
  return <div ref={box} className={isFilling ? styles.filling : styles.tall} aria-hidden="true" />;
}
