import type { ReactElement } from 'react';
import styles from './HistogramPlaceholder.module.css';

/** Where the strip will be, so that the rows do not move when it comes. */
export function HistogramPlaceholder(): ReactElement {
  return <div className={styles.empty} />;
}
