import { lazyComponent } from '../../lib/lazy-component.tsx';
import styles from './Chart.module.css';

/** The chart and its library load when a chart is first shown. */
export const { Component: LazyBarChart } = lazyComponent(
  async () => (await import('./BarChart.tsx')).BarChart,
  <div className={styles.chart} />,
);
