import { Button } from '@mantine/core';
import { CountBadge } from '@varco/ui/CountBadge.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { findActiveGroups, isUntouched, setAdrMode } from '../filters/filter-groups.ts';
import { RefreshSelect } from './lazy-components.tsx';
import { PlateSearch, usePlateDraft } from './PlateSearch.tsx';
import { focusRows } from './first-row-focus.ts';
import styles from './QueryBar.module.css';
import type { RefreshSeconds } from './refresh-interval.ts';
import type { Period, SearchFilter } from './search-filter.ts';

const QUICK_DATES = ['today', 'yesterday', 'week', 'all'] as const;
type QuickDate = (typeof QUICK_DATES)[number];

const isQuickDate = (kind: Period['kind']): kind is QuickDate => QUICK_DATES.some((quick) => quick === kind);

interface QueryBarProps {
  filter: SearchFilter;
  refreshSeconds: RefreshSeconds;
  plateRef: RefObject<HTMLInputElement | null>;
  refreshRef: RefObject<HTMLButtonElement | null>;
  isSearching: boolean;
  /** A search has been made: until then the period every list starts with is no filter of the user's. */
  hasSearched: boolean;
  areFiltersOpen: boolean;
  isPhone: boolean;
  onToggleFilters: () => void;
  /** Called for every change that may start a search by itself. */
  onChange: (filter: SearchFilter) => void;
  /** Called after a pause in typing a plate. */
  onDraft: (filter: SearchFilter) => void;
  onRun: (filter: SearchFilter) => void;
  onRefresh: (seconds: RefreshSeconds) => void;
  onClear: () => void;
  onAbort: () => void;
  /** SRCH-12: table or grid. */
  viewToggle?: ReactNode;
  /** Buttons at the end of the bar: further actions on the same filters. */
  actions?: ReactNode;
}

/**
 * T 2.2: plate box, quick dates, search, filters and clear; on the right the mode, table or grid, and refresh. The
 * phone layout follows mock-up 09.
 */
export function QueryBar(props: QueryBarProps): ReactElement {
  const { filter, isPhone } = props;
  const [plate, setPlate] = usePlateDraft(filter, props.onDraft);
  const plateBox = (
    <PlateSearch
      filter={filter}
      plate={plate}
      onPlate={setPlate}
      onRun={props.onRun}
      onEscape={props.onAbort}
      inputRef={props.plateRef}
      isTouch={isPhone}
      isSearching={props.isSearching}
    />
  );
  return isPhone ? (
    <PhoneQueryBar {...props} plate={plate} plateBox={plateBox} />
  ) : (
    <DesktopQueryBar {...props} plate={plate} plateBox={plateBox} />
  );
}

type BarProps = QueryBarProps & { plate: string; plateBox: ReactNode };

function DesktopQueryBar(props: BarProps): ReactElement {
  const t = useT();
  const { filter, plate } = props;
  return (
    <search className={styles.bar}>
      {props.plateBox}
      <ResultsLink />
      <QuickDates {...props} />
      <Button
        leftSection={<Icon name={props.isSearching ? 'arc' : 'search'} isSpinning={props.isSearching} />}
        aria-busy={props.isSearching}
        onClick={() => props.onRun({ ...filter, plate })}
      >
        {t('transits:list.run')}
      </Button>
      <FilterToggle {...props} />
      <IconButton icon="close" name={t('transits:list.clear')} onClick={props.onClear} />
      <span className={styles.space} />
      <AdrSwitch filter={filter} onRun={props.onRun} />
      {props.viewToggle}
      <RefreshSelect
        seconds={props.refreshSeconds}
        onSeconds={props.onRefresh}
        onNow={() => props.onRun({ ...filter, plate })}
        buttonRef={props.refreshRef}
      />
      {props.actions}
    </search>
  );
}

/** Behind the plate box, seen only with the focus: the rows are two keys away, however many buttons lie between. */
function ResultsLink(): ReactElement {
  const t = useT();
  return (
    <a
      className={styles.toRows}
      href="#results"
      onClick={(event) => {
        if (focusRows()) event.preventDefault();
      }}
    >
      {t('shell:skip')}
    </a>
  );
}

function PhoneQueryBar(props: BarProps): ReactElement {
  const t = useT();
  const { filter, plate } = props;
  return (
    <search className={styles.phone}>
      <div className={styles.phoneLine}>
        {props.plateBox}
        <button
          type="button"
          className={styles.phoneRun}
          aria-label={t('transits:list.run')}
          aria-busy={props.isSearching}
          onClick={() => props.onRun({ ...filter, plate })}
        >
          <Icon name="search" size="lg" />
        </button>
      </div>
      <div className={styles.phoneLine}>
        <span className={styles.phoneDates}>
          <QuickDates {...props} isTouch />
        </span>
        <FilterToggle {...props} isTouch />
      </div>
    </search>
  );
}

/** SRCH-06. With automatic refresh the period is the last 30 minutes, and the quick dates are disabled (LIFE-11). */
function QuickDates(props: BarProps & { isTouch?: boolean }): ReactElement {
  const t = useT();
  const { filter, isTouch = false } = props;
  const period = filter.period.kind;
  const labels: Readonly<Record<QuickDate, string>> = {
    today: t('transits:list.today'),
    yesterday: t('transits:list.yesterday'),
    week: t('transits:list.week'),
    all: t('transits:list.allTime'),
  };
  return (
    <Segmented
      label={t('transits:list.quickDates')}
      {...(isTouch ? { size: 'touch' as const, isFullWidth: true } : {})}
      options={QUICK_DATES.map((id) => ({ id, label: labels[id], isDisabled: period === 'live' }))}
      value={isQuickDate(period) ? period : null}
      onChange={(kind) => props.onChange({ ...filter, plate: props.plate, period: { kind } })}
    />
  );
}

/** SRCH-07: opens and closes the filter panel, and shows the number of active filters. */
function FilterToggle(props: BarProps & { isTouch?: boolean }): ReactElement {
  const t = useT();
  const { filter, areFiltersOpen, isTouch = false } = props;
  const active = !props.hasSearched && isUntouched(filter) ? 0 : findActiveGroups(filter).length;
  return (
    <Button
      variant={areFiltersOpen ? 'light' : 'default'}
      className={isTouch ? styles.phoneFilters : undefined}
      leftSection={<Icon name="filter" />}
      rightSection={active === 0 ? undefined : <CountBadge count={active} />}
      aria-expanded={areFiltersOpen}
      onClick={props.onToggleFilters}
    >
      <span className={isTouch ? 'visually-hidden' : undefined}>{t('filters:title')}</span>
      <span className="visually-hidden"> {t('filters:active', { count: active })}</span>
    </Button>
  );
}

/** SRCH-13: switches between plates and hazardous goods. */
export function AdrSwitch(props: {
  filter: SearchFilter;
  onRun: (filter: SearchFilter) => void;
  isTouch?: boolean;
}): ReactElement {
  const t = useT();
  const { filter, isTouch = false } = props;
  return (
    <Segmented
      label={t('filters:adr.label')}
      {...(isTouch ? { size: 'touch' as const, isFullWidth: true } : {})}
      options={[
        { id: 'plates', label: t('filters:adr.plates'), name: t('filters:adr.showPlates') },
        { id: 'adr', label: t('filters:adr.adr'), name: t('filters:adr.showAdr') },
      ]}
      value={filter.isAdr ? 'adr' : 'plates'}
      onChange={(view) => props.onRun(setAdrMode(filter, view === 'adr'))}
    />
  );
}
