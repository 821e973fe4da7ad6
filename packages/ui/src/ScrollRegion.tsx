import type { ReactElement, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import styles from './ScrollRegion.module.css';

/**
 * Scrolling part of a page. It has a name and takes the focus, because it may hold nothing that can be focused and must
 * scroll by keyboard all the same (WCAG 2.1.1).
 */
export function ScrollRegion(props: {
  label: string;
  id?: string;
  /** `group` for a part of another region. */
  role?: 'region' | 'group';
  /** Takes the remaining height of a flex column. */
  isFilling?: boolean;
  /** Padding, and the children below each other with gaps. */
  isPadded?: boolean;
  /** False while nothing is cut off, which saves a stop of the Tab key. */
  isFocusable?: boolean;
  isBusy?: boolean;
  /** Layout of the children only. */
  className?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}): ReactElement {
  const {
    label,
    id,
    role = 'region',
    isFilling = false,
    isPadded = false,
    isFocusable = true,
    isBusy,
    className,
    ref,
  } = props;
  return (
    <div
      ref={ref}
      id={id}
      role={role}
      aria-label={label}
      aria-busy={isBusy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isFocusable ? 0 : undefined}
      className={cx(styles.region, isFilling && styles.filling, isPadded && styles.padded, className)}
    >
      {props.children}
    </div>
  );
}
