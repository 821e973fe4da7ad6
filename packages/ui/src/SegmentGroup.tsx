import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Segmented.module.css';

/**
 * Frame of a group of buttons of which at most one is on. `Segmented` adds tooltips for options that are only an icon.
 */
export function SegmentGroup(props: {
  label: string;
  size?: 'sm' | 'md' | 'touch';
  isFullWidth?: boolean;
  children: ReactNode;
}): ReactElement {
  const { label, size = 'md', isFullWidth = false, children } = props;
  return (
    <div role="group" aria-label={label} className={cx(styles.group, styles[size], isFullWidth && styles.full)}>
      {children}
    </div>
  );
}

/** One button of a `SegmentGroup`; accepts all props of a button. */
export function SegmentButton({ isOn, ...button }: ComponentProps<'button'> & { isOn: boolean }): ReactElement {
  return <button type="button" {...button} className={cx(styles.option, isOn && styles.on)} aria-pressed={isOn} />;
}
