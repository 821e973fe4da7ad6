import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { findActiveGroups, isUntouched } from '../filters/filter-groups.ts';
import type { ResultAreaProps } from './result-area-props.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import styles from './SearchIntro.module.css';

const { Component: OwnSearches } = lazyComponent(async () => {
  const [{ OwnSearches: Part }] = await Promise.all([import('./OwnSearches.tsx'), loadMessages('case-file')]);
  return Part;
});

/**
 * SRCH-19: shown in the result area before the first search. Where filters are chosen already it says that only the
 * press is missing; without a plant, what to do first.
 */
export function SearchIntro(props: Pick<ResultAreaProps, 'filter' | 'plants' | 'onFilter'>): ReactElement {
  const t = useT();
  const { filter } = props;
  const active = isUntouched(filter) ? 0 : findActiveGroups(filter).length;
  if (!props.plants.some(({ credential }) => credential.enabled))
    return (
      <EmptyState
        title={t('transits:before.noPlantsTitle')}
        icon="wifi"
        actions={
          <Button component={Link} to="/credentials">
            {t('transits:before.addPlant')}
          </Button>
        }
      >
        {t('transits:before.noPlantsText')}
      </EmptyState>
    );
  if (active > 0)
    return (
      <EmptyState
        title={t('transits:before.readyTitle')}
        icon="filter"
        actions={<Button onClick={() => props.onFilter(filter)}>{t('transits:list.run')}</Button>}
      >
        {t('transits:before.readyText', { count: active })}
      </EmptyState>
    );
  return (
    <EmptyState title={t('transits:before.title')} icon="search">
      <p>{t('transits:before.text')}</p>
      <p className={styles.keys}>
        <Kbd keys={['*']} /> {t('transits:before.jolly')} <Kbd keys={[',']} /> {t('transits:before.more')}{' '}
        <Kbd keys={['Q']} /> {t('transits:before.goTo')}
      </p>
      <OwnSearches onFilter={props.onFilter} />
    </EmptyState>
  );
}
