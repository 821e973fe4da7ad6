import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './Remark.module.css';

/**
 * Small text beside the content: hint, count, caveat. `isLive` announces it when it changes, an error (`al`) at once.
 * What needs a frame is a `Notice`.
 */
export function Remark(props: {
  tone?: 'nt' | 'wa' | 'al' | 'ok';
  icon?: IconName;
  isLive?: boolean;
  children: ReactNode;
}): ReactElement {
  const { tone = 'nt', icon, isLive = false, children } = props;
  const role = isLive ? (tone === 'al' ? 'alert' : 'status') : undefined;
  return (
    <p className={cx(styles.remark, styles[tone])} role={role}>
      {icon !== undefined && <Icon name={icon} size="sm" />}
      {children}
    </p>
  );
}
