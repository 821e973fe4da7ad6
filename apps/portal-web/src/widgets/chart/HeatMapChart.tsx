import { HeatmapChart as HeatmapSeries } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { use as registerParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactElement, useCallback } from 'react';
import styles from './Chart.module.css';
import type { ChartTheme } from './chart-theme.ts';
import { createHeatMapOption, type HeatMapTexts, type HeatPoint } from './heat-map-option.ts';
import { useChart } from './use-chart.ts';

registerParts([HeatmapSeries, GridComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);

/** A heat map that fills its width. It is hidden from assistive technology: the table beside it shows the same numbers. */
export function HeatMapChart(props: { points: readonly HeatPoint[]; texts: HeatMapTexts }): ReactElement {
  const { points, texts } = props;
  const box = useChart(useCallback((theme: ChartTheme) => createHeatMapOption(points, texts, theme), [points, texts]));
  return <div ref={box} className={styles.large} aria-hidden="true" />;
}
