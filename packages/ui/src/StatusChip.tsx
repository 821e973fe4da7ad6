import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './StatusChip.module.css';
import type { Tone } from './tone.ts';

/**
 * Status with icon, word and colour. `plain` has no box, `tint` a pale one; `solid` is reserved for stolen and
 * blacklist. A short word has the full one as accessible name and tooltip.
 */
export function StatusChip(props: {
  tone: Tone;
  icon?: IconName | null;
  word: ReactNode;
  variant?: 'plain' | 'tint' | 'solid';
  fullName?: string;
  isSpinning?: boolean;
  size?: 'sm' | 'md';
}): ReactElement {
  const { tone, icon = null, word, variant = 'plain', fullName, isSpinning = false, size = 'md' } = props;
  return (
    <span
      className={cx(styles.chip, styles[tone], variant !== 'plain' && styles[variant], size === 'sm' && styles.small)}
      title={fullName}
      role={fullName === undefined ? undefined : 'img'}
      aria-label={fullName}
    >
      {icon !== null && <Icon name={icon} size="xs" isSpinning={isSpinning} />}
      {word}
    </span>
  );
}
