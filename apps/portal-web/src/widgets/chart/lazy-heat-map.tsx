import { lazyComponent } from '../../lib/lazy-component.tsx';
import styles from './Chart.module.css';

/** The chart and its library load when a chart is first shown. */
export const { Component: LazyHeatMap } = lazyComponent(
  async () => (await import('./HeatMapChart.tsx')).HeatMapChart,
  <div className={styles.large} />,
);
