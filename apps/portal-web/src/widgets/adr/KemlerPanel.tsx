import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Adr.module.css';

/**
 * Orange panel: hazard number above (two or three digits, preceded by X for substances that react with water), UN
 * number below. Empty texts leave both halves blank, as on a vehicle with several substances. The same in both themes.
 */
export function KemlerPanel(props: { kemler: string; un: string; size?: 'sm' | 'md' | 'lg' }): ReactElement {
  const { kemler, un, size = 'sm' } = props;
  const t = useT();
  const isEmpty = kemler === '' && un === '';
  return (
    <span
      className={cx(styles.panel, styles[`panel_${size}`])}
      role="img"
      aria-label={isEmpty ? t('widgets:adr.emptyPanel') : t('widgets:adr.panel', { kemler, un })}
    >
      <span className={styles.half}>{kemler === '' ? '\u00a0' : kemler}</span>
      <span className={styles.half}>{un === '' ? '\u00a0' : un}</span>
    </span>
  );
}
