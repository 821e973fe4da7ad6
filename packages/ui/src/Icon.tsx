import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import type { IconName } from './icon-paths.ts';
import { iconPaths } from './icon-paths.ts';
import styles from './Icon.module.css';

export type IconSize = 'xs' | 'sm' | 'md' | 'lg';

/**
 * Line icon: xs 12, sm 13, md 16, lg 22 px. Used beside a text or inside a named control, so it is hidden from
 * assistive technology. `isSpinning` rotates it, except with reduced motion.
 */
export function Icon(props: {
  name: IconName;
  size?: IconSize;
  isSpinning?: boolean;
  className?: string;
}): ReactElement {
  const { name, size = 'md', isSpinning = false, className } = props;
  return (
    <svg
      className={cx(styles.icon, styles[size], isSpinning && styles.spin, className)}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
