import { HeatmapChart as HeatmapSeries } from 'echarts/charts';
import { DataZoomInsideComponent, GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { use as registerParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactElement, useCallback } from 'react';
import styles from './Chart.module.css';
import type { ChartTheme } from './chart-theme.ts';
import { createMatrixOption, type MatrixPoint } from './matrix-option.ts';
import { useChart } from './use-chart.ts';

registerParts([
  HeatmapSeries,
  GridComponent,
  TooltipComponent,
  VisualMapComponent,
  DataZoomInsideComponent,
  CanvasRenderer,
]);

/** A square matrix. It is hidden from assistive technology: the table beside it shows the same numbers and opens the same. */
export function MatrixChart(props: {
  points: readonly MatrixPoint[];
  names: readonly string[];
  format: (value: number) => string;
  /** A cell was clicked; its index in `points`. */
  onPick: (at: number) => void;
}): ReactElement {
  const { points, names, format, onPick } = props;
  const box = useChart(
    useCallback((theme: ChartTheme) => createMatrixOption(points, names, format, theme), [points, names, format]),
    onPick,
  );
  return (
    <div className={styles.scroll}>
      <div ref={box} className={styles.square} aria-hidden="true" />
    </div>
  );
}
