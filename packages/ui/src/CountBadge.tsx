import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './CountBadge.module.css';

/** Formats a counter, at most "99+" (T 9). */
export function formatCappedCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** Small round counter on an icon or button. The accessible name of that control must contain the number. */
export function CountBadge(props: { count: number; tone?: 'al' | 'in' | 'ac' }): ReactElement {
  return (
    <span className={cx(styles.badge, styles[props.tone ?? 'ac'])} aria-hidden="true">
      {formatCappedCount(props.count)}
    </span>
  );
}
