import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './columns.module.css';

/** Marks a transit whose last print produced no file. T 8.1 allows no message; the mark disappears with the next print. */
export function NotPrinted(): ReactElement {
  const t = useT();
  const text = t('transits:print.failed');
  return (
    <span className={styles.notPrinted} role="img" aria-label={text} title={text}>
      <Icon name="print" size="sm" />
      <Icon name="cross" size="sm" />
    </span>
  );
}
