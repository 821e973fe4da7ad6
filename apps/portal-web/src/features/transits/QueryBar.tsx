import { Button } from '@mantine/core';
import { CountBadge } from '@varco/ui/CountBadge.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { PlateInput } from '../../widgets/plate/PlateInput.tsx';
import { activeGroups, withAdr } from './filters/filter-groups.ts';
import styles from './QueryBar.module.css';
import { ViewToggle } from './ViewToggle.tsx';
import type { Period, SearchFilter } from './search-filter.ts';

/** T 5.1: the plate box waits half a second after the last key. */
const PLATE_DEBOUNCE_MS = 500;

const QUICK_DATES = ['today', 'yesterday', 'week', 'all'] as const;
type QuickDate = (typeof QUICK_DATES)[number];

const isQuick = (kind: Period['kind']): kind is QuickDate => QUICK_DATES.some((quick) => quick === kind);

/** Plate box, quick dates, search, clear and refresh. Every change that may run by itself is told through `onChange`. */
export function QueryBar(props: {
  filter: SearchFilter;
  plateRef: RefObject<HTMLInputElement | null>;
  isSearching: boolean;
  areFiltersOpen: boolean;
  onToggleFilters: () => void;
  onChange: (filter: SearchFilter) => void;
  onRun: (filter: SearchFilter) => void;
  onClear: () => void;
}): ReactElement {
  const t = useT();
  const { filter, onChange } = props;
  const [plate, setPlate] = usePlateDraft(filter, onChange);
  const period = filter.period.kind;
  const labels: Readonly<Record<QuickDate, string>> = {
    today: t('transits:list.today'),
    yesterday: t('transits:list.yesterday'),
    week: t('transits:list.week'),
    all: t('transits:list.allTime'),
  };
  return (
    <search className={styles.bar}>
      <PlateInput
        inputRef={props.plateRef}
        keyName="Q"
        value={plate}
        onChange={setPlate}
        isDisabled={filter.isAdr}
        placeholder={filter.isAdr ? t('filters:adr.noPlate') : undefined}
        onSubmit={() => props.onRun({ ...filter, plate })}
      />
      <Segmented
        label={t('transits:list.quickDates')}
        options={QUICK_DATES.map((id) => ({ id, label: labels[id] }))}
        value={isQuick(period) ? period : null}
        onChange={(kind) => onChange({ ...filter, plate, period: { kind } })}
      />
      <Button
        leftSection={<Icon name="search" />}
        loading={props.isSearching}
        onClick={() => props.onRun({ ...filter, plate })}
      >
        {t('transits:list.run')}
      </Button>
      <FilterToggle filter={filter} isOpen={props.areFiltersOpen} onToggle={props.onToggleFilters} />
      <IconButton icon="close" name={t('transits:list.clear')} onClick={props.onClear} />
      <span className={styles.space} />
      <ViewSwitch isAdr={filter.isAdr} onChange={(isAdr) => props.onRun(withAdr(filter, isAdr))} />
      <ViewToggle />
      <IconButton
        icon="refresh"
        name={t('transits:list.refresh')}
        keys={['R']}
        onClick={() => props.onRun({ ...filter, plate })}
      />
    </search>
  );
}

/** SRCH: opens and closes the filter panel, with the number of active filters. */
function FilterToggle(props: { filter: SearchFilter; isOpen: boolean; onToggle: () => void }): ReactElement {
  const t = useT();
  const active = activeGroups(props.filter).length;
  return (
    <Button
      variant={props.isOpen ? 'light' : 'default'}
      leftSection={<Icon name="filter" />}
      rightSection={active === 0 ? undefined : <CountBadge count={active} />}
      aria-expanded={props.isOpen}
      onClick={props.onToggle}
    >
      {t('filters:title')}
      <span className="visually-hidden"> {t('filters:active', { count: active })}</span>
    </Button>
  );
}

/** T 2.2: plates or hazardous goods. */
function ViewSwitch(props: { isAdr: boolean; onChange: (isAdr: boolean) => void }): ReactElement {
  const t = useT();
  return (
    <Segmented
      label={t('filters:adr.label')}
      options={[
        { id: 'plates', label: t('filters:adr.plates'), name: t('filters:adr.showPlates') },
        { id: 'adr', label: t('filters:adr.adr'), name: t('filters:adr.showAdr') },
      ]}
      value={props.isAdr ? 'adr' : 'plates'}
      onChange={(view) => props.onChange(view === 'adr')}
    />
  );
}

/** What stands in the plate box: runs ahead of the filter by half a second, and follows it when it changes from outside. */
function usePlateDraft(
  filter: SearchFilter,
  onChange: (filter: SearchFilter) => void,
): readonly [string, (plate: string) => void] {
  const [plate, setPlate] = useState(filter.plate);
  const [typedFor, setTypedFor] = useState(filter.plate);
  // The filter changed from outside (cleared, chip removed): the box follows, without an effect.
  if (typedFor !== filter.plate) {
    setTypedFor(filter.plate);
    setPlate(filter.plate);
  }
  const send = useEffectEvent(() => {
    if (plate !== filter.plate) onChange({ ...filter, plate });
  });
  useEffect(() => {
    const timer = setTimeout(send, PLATE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [plate]);
  return [plate, setPlate];
}
