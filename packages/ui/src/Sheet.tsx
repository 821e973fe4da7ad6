import { Drawer } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import styles from './Sheet.module.css';

/** A panel over the page: from a side on wide screens, full height on a phone (`isFull`). Esc and the cross close it. */
export function Sheet(props: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeName: string;
  side?: 'left' | 'right' | 'bottom';
  /** Width in px for a side, ignored when full. */
  size?: number;
  isFull?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const { isOpen, onClose, title, closeName, side = 'right', size = 320, isFull = false, footer, children } = props;
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position={side}
      size={isFull ? '100%' : size}
      closeButtonProps={{ 'aria-label': closeName }}
      classNames={{ content: styles.content, body: styles.body, header: styles.header, title: styles.title }}
    >
      <div className={styles.scroll}>{children}</div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </Drawer>
  );
}
