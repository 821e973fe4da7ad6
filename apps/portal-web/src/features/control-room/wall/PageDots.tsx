import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './Wall.module.css';

/** Which of several pages stands; nothing for a single one. */
export function PageDots(props: { page: number; pages: number }): ReactElement | null {
  const t = useT();
  const { page, pages } = props;
  if (pages < 2) return null;
  return (
    <span className={styles.dots} role="img" aria-label={t('controlRoom:wall.page', { page: page + 1, pages })}>
      {Array.from({ length: pages }, (_, at) => (
        <span key={at} className={cx(styles.dot, at === page && styles.shown)} />
      ))}
    </span>
  );
}
