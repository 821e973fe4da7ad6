import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Segmented.module.css';

/** Frame of a few buttons of which at most one is on. `Segmented` is this with the names of its pictures shown on hover. */
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

/** One button of a `SegmentGroup`; takes whatever a button takes. */
export function SegmentButton({ isOn, ...button }: ComponentProps<'button'> & { isOn: boolean }): ReactElement {
  return <button type="button" {...button} className={cx(styles.option, isOn && styles.on)} aria-pressed={isOn} />;
}
