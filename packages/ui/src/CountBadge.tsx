import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './CountBadge.module.css';

/** A counter never exceeds "99+" (T 9). */
export function cappedCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** A small round figure on an icon or a button. The control it sits on says the number in its own name. */
export function CountBadge(props: { count: number; tone?: 'al' | 'in' | 'ac' }): ReactElement {
  return (
    <span className={cx(styles.badge, styles[props.tone ?? 'ac'])} aria-hidden="true">
      {cappedCount(props.count)}
    </span>
  );
}
