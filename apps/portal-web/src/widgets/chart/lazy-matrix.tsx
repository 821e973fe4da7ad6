import { lazyComponent } from '../../lib/lazy-component.tsx';
import styles from './Chart.module.css';

/** The chart and its library load when a chart is first shown. */
export const { Component: LazyMatrix } = lazyComponent(
  async () => (await import('./MatrixChart.tsx')).MatrixChart,
  <div className={styles.square} />,
);
