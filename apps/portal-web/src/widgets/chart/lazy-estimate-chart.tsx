import { lazyComponent } from '../../lib/lazy-component.tsx';
import styles from './Chart.module.css';

/** The chart and its library load when a chart is first shown. */
export const { Component: LazyEstimateChart } = lazyComponent(
  async () => (await import('./EstimateChart.tsx')).EstimateChart,
  <div className={styles.large} />,
);
