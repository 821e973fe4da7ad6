import { formatDateMinute } from '@varco/i18n/format.ts';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './Statistics.module.css';

const PRINT_ATTRIBUTE = 'varcoSheet';

/** Content that is printed and not visible on the screen. */
export function PrintSheet(props: { onDone: () => void; children: ReactNode }): ReactElement {
  const t = useT();
  const { onDone, children } = props;
  useEffect(() => {
    document.body.dataset[PRINT_ATTRIBUTE] = 'on';
    // Wait for the layout before printing.
    const timer = setTimeout(() => {
      print();
      onDone();
    }, 100);
    return () => {
      clearTimeout(timer);
      delete document.body.dataset[PRINT_ATTRIBUTE];
    };
  }, [onDone]);
  return createPortal(
    <div className={styles.sheet}>
      <h1>{t('statistics:title')}</h1>
      {children}
      <p>{t('statistics:printed', { at: formatDateMinute(now()) })}</p>
    </div>,
    document.body,
  );
}
