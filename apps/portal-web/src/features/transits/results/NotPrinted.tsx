import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './columns.module.css';

/** The last print of this transit gave no file. A mark, no message (T 8.1): gone with the next print. */
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
