import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { type PeriodLimits, type SearchFilter } from '../search/search-filter.ts';
import { setAdrMode, resetGroup } from '../filters/filter-groups.ts';
import { summarizeFilter } from '../filters/filter-summary.ts';

/** SRCH-24: nothing found, with the searched filters and two suggestions. */
export function NothingFound(props: {
  filter: SearchFilter;
  limits: PeriodLimits;
  answered: number;
  asked: number;
  onChange: (filter: SearchFilter) => void;
  onClear: () => void;
}): ReactElement {
  const t = useT();
  const { filter, limits } = props;
  const used = summarizeFilter(filter, limits, t);
  const filters = [
    ...used.map(({ group, label }) => ({
      id: group,
      label,
      removeName: t('transits:empty.remove', { filter: label }),
    })),
    ...(filter.period.kind === 'all' ? [{ id: 'archive', label: t('transits:empty.wholeArchive') }] : []),
  ];
  return (
    <EmptyState
      title={t('transits:empty.title')}
      filters={filters}
      onRemoveFilter={(id) => {
        const group = used.find((one) => one.group === id)?.group;
        if (group !== undefined)
          props.onChange(group === 'adr' ? setAdrMode(filter, false) : resetGroup(filter, group));
      }}
      actions={
        <>
          {filter.period.kind !== 'month' && filter.period.kind !== 'all' && (
            <Button variant="default" onClick={() => props.onChange({ ...filter, period: { kind: 'month' } })}>
              {t('transits:empty.widen30')}
            </Button>
          )}
          {filter.period.kind !== 'all' && (
            <Button variant="default" onClick={() => props.onChange({ ...filter, period: { kind: 'all' } })}>
              {t('transits:empty.allTime')}
            </Button>
          )}
          <Button variant="subtle" onClick={props.onClear}>
            {t('transits:empty.reset')}
          </Button>
        </>
      }
    >
      {t('transits:empty.answered', { count: props.answered, asked: props.asked })}
    </EmptyState>
  );
}

/** The user pressed "Interrompi richiesta". Shown explicitly, never as an empty result. */
export function SearchAborted(props: { onAgain: () => void }): ReactElement {
  const t = useT();
  return (
    <EmptyState
      icon="slashRing"
      title={t('transits:aborted.title')}
      actions={<Button onClick={props.onAgain}>{t('transits:aborted.again')}</Button>}
    >
      {t('transits:aborted.text')}
    </EmptyState>
  );
}

/** No plant responded, or none could be queried. Neither is an empty result. */
export function NoPlantResponded(props: { hasAsked: boolean; onAgain: () => void }): ReactElement {
  const t = useT();
  const kind = props.hasAsked ? 'allFailed' : 'noPlants';
  return (
    <EmptyState
      icon={props.hasAsked ? 'octagon' : 'lock'}
      tone={props.hasAsked ? 'al' : 'pv'}
      title={t(`transits:${kind}.title`)}
      actions={props.hasAsked ? <Button onClick={props.onAgain}>{t('transits:aborted.again')}</Button> : undefined}
    >
      {t(`transits:${kind}.text`)}
    </EmptyState>
  );
}
