import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './NoGpsBadge.module.css';

/** Marks a plate read at a gate without a known position (T 2.4). */
export function NoGpsBadge(): ReactElement {
  const t = useT();
  return (
    <span className={styles.badge} title={t('widgets:plate.noGpsTip')}>
      {t('widgets:plate.noGps')}
    </span>
  );
}
