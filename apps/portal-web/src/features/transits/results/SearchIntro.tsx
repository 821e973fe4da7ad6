import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './SearchIntro.module.css';

/** SRCH-19: shown in the result area before the first search. */
export function SearchIntro(): ReactElement {
  const t = useT();
  return (
    <EmptyState title={t('transits:before.title')} icon="search">
      <p>{t('transits:before.text')}</p>
      <p className={styles.keys}>
        <Kbd keys={['*']} /> {t('transits:before.jolly')} <Kbd keys={[',']} /> {t('transits:before.more')}{' '}
        <Kbd keys={['Q']} /> {t('transits:before.goTo')}
      </p>
    </EmptyState>
  );
}
