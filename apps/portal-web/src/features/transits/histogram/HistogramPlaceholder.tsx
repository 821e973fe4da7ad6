import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import styles from './HistogramPlaceholder.module.css';
import { useIsHistogramOpen } from './histogram-open.ts';

/** Where the strip will be, so that the rows do not move when it comes. */
export function HistogramPlaceholder(): ReactElement {
  const isOpen = useIsHistogramOpen();
  return <div className={cx(styles.empty, isOpen && styles.open)} />;
}
