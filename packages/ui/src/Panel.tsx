import type { ReactElement, ReactNode } from 'react';
import { useId } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './Panel.module.css';

/** Card with a header line: icon, title, and `aside` on the right. `alarm` tints the header. */
export function Panel(props: {
  title: ReactNode;
  icon?: IconName;
  aside?: ReactNode;
  tone?: 'plain' | 'alarm';
  padding?: 'none' | 'list' | 'text';
  className?: string;
  children: ReactNode;
}): ReactElement {
  const { title, icon, aside, tone = 'plain', padding = 'list', className, children } = props;
  const titleId = useId();
  return (
    <section className={cx(styles.card, tone === 'alarm' && styles.alarm, className)} aria-labelledby={titleId}>
      <header className={styles.head}>
        {icon !== undefined && <Icon name={icon} />}
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      <div className={styles[padding]}>{children}</div>
    </section>
  );
}
