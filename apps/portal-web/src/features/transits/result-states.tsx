import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import type { ReactElement } from 'react';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { useT } from '../../lib/i18n.tsx';
import { type PeriodLimits, type SearchFilter } from './search-filter.ts';
import styles from './result-states.module.css';

/** SRCH-25: in the summary a plate is cut to 16 characters. */
const cutPlate = (plate: string): string => (plate.length > 16 ? `${plate.slice(0, 16)}…` : plate);

/** SRCH-19: before the first search. */
export function BeforeSearch(): ReactElement {
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

/** SRCH-24: nothing found, with what was asked and two ways on. */
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
  const plateText = t('transits:empty.plate', { plate: cutPlate(filter.plate) });
  const periodText =
    limits.start === null || limits.end === null
      ? t('transits:empty.wholeArchive')
      : t('transits:empty.period', { from: formatDateMinute(limits.start), to: formatDateMinute(limits.end) });
  const removable = (id: string, label: string) => ({
    id,
    label,
    removeName: t('transits:empty.remove', { filter: label }),
  });
  const filters = [
    ...(filter.plate === '' ? [] : [removable('plate', plateText)]),
    filter.period.kind === 'all' ? { id: 'period', label: periodText } : removable('period', periodText),
  ];
  return (
    <EmptyState
      title={t('transits:empty.title')}
      filters={filters}
      onRemoveFilter={(id) =>
        props.onChange(id === 'plate' ? { ...filter, plate: '' } : { ...filter, period: { kind: 'all' } })
      }
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
      {t('transits:empty.answered', { answered: props.answered, asked: props.asked })}
    </EmptyState>
  );
}

/** The person pressed "Interrompi richiesta": said as such, never as an empty result. */
export function Aborted(props: { onAgain: () => void }): ReactElement {
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

/** No plant answered, or there is none that could be asked: neither is an empty result. */
export function NobodyAnswered(props: { hasAsked: boolean; onAgain: () => void }): ReactElement {
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
