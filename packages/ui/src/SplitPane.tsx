import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './SplitPane.module.css';

/**
 * Two parts side by side; each is a flex column whose `ScrollRegion` scrolls. On a narrow window they are stacked: a
 * side at the start (a form) comes first and scrolls with the rest, one at the end (a list) stays in sight below the
 * main part (a map).
 */
export function SplitPane(props: {
  /** Null: the main part takes the whole room. It keeps its state and focus when a side comes or goes. */
  side: ReactNode;
  sideAt?: 'start' | 'end';
  /** 320, 400 or 480 px. */
  sideWidth?: 'narrow' | 'normal' | 'wide';
  children: ReactNode;
}): ReactElement {
  const { side, sideAt = 'start', sideWidth = 'narrow', children } = props;
  const hasSide = side !== null;
  const sidePart = <div className={styles.side}>{side}</div>;
  return (
    <div className={cx(styles.split, hasSide && styles[sideAt], styles[sideWidth])}>
      {hasSide && sideAt === 'start' && sidePart}
      <div className={styles.main}>{children}</div>
      {hasSide && sideAt === 'end' && sidePart}
    </div>
  );
}
