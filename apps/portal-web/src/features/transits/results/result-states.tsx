import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { isRefused, type PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
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
  /** Plates near the searched one. */
  suggestions?: ReactNode;
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
          {props.suggestions}
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
export function NoPlantResponded(props: {
  hasAsked: boolean;
  plants: readonly PlantSession[];
  onAgain: () => void;
}): ReactElement {
  const t = useT();
  const kind = props.hasAsked ? 'allFailed' : 'noPlants';
  return (
    <EmptyState
      icon={props.hasAsked ? 'octagon' : 'lock'}
      tone={props.hasAsked ? 'al' : 'pv'}
      title={t(`transits:${kind}.title`)}
      actions={
        props.hasAsked ? (
          <Button onClick={props.onAgain}>{t('transits:aborted.again')}</Button>
        ) : (
          <Button component={Link} to="/credentials">
            {t('transits:noPlants.credentials')}
          </Button>
        )
      }
    >
      {t(`transits:${kind}.text`)}
      {!props.hasAsked && <PlantObstacles plants={props.plants} />}
    </EmptyState>
  );
}

/** What stands between the user and each plant: the account, the rights, or a plant that is off. */
function PlantObstacles(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const plants = props.plants.filter(({ credential }) => credential.enabled);
  const nameAll = (some: readonly PlantSession[]): string => some.map(getPlantLabel).join(', ');
  const refused = plants.filter(isRefused);
  const noRights = plants.filter(({ login, state }) => state === 'ok' && login !== null);
  const away = plants.filter((plant) => !refused.includes(plant) && !noRights.includes(plant));
  return (
    <ul>
      {plants.length === 0 && <li>{t('transits:noPlants.none')}</li>}
      {refused.length > 0 && <li>{t('transits:noPlants.refused', { plants: nameAll(refused) })}</li>}
      {noRights.length > 0 && <li>{t('transits:noPlants.noRights', { plants: nameAll(noRights) })}</li>}
      {away.length > 0 && <li>{t('transits:noPlants.away', { plants: nameAll(away) })}</li>}
    </ul>
  );
}
