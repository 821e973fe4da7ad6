import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import type { Tone } from './tone.ts';
import styles from './Notice.module.css';

const ICONS: Readonly<Record<Tone, IconName>> = {
  al: 'octagon',
  wa: 'warning',
  ok: 'check',
  in: 'info',
  pv: 'lock',
  nt: 'info',
  ac: 'info',
};

/**
 * Tinted message inside the page: what happened, what it means, what the user can do. `isUrgent` interrupts a screen
 * reader.
 */
export function Notice(props: {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  icon?: IconName;
  actions?: ReactNode;
  size?: 'bar' | 'block';
  isUrgent?: boolean;
}): ReactElement {
  const { tone, title, children, icon, actions, size = 'bar', isUrgent = false } = props;
  return (
    <div className={cx(styles.notice, styles[tone], styles[size])} role={isUrgent ? 'alert' : 'status'}>
      <span className={styles.icon}>
        <Icon name={icon ?? ICONS[tone]} size={size === 'block' ? 'lg' : 'md'} />
      </span>
      <div className={styles.body}>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        {children !== undefined && <div className={styles.text}>{children}</div>}
        {size === 'block' && actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {size === 'bar' && actions !== undefined && <div className={styles.aside}>{actions}</div>}
    </div>
  );
}
