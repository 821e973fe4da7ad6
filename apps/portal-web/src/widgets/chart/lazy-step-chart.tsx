import { lazyComponent } from '../../lib/lazy-component.tsx';
import styles from './Chart.module.css';

/** The chart and its library load when a chart is first shown. */
export const { Component: LazyStepChart } = lazyComponent(
  async () => (await import('./StepChart.tsx')).StepChart,
  <div className={styles.tall} />,
);
