import { useMediaQuery } from '@mantine/hooks';
import { cx } from '@varco/ui/cx.ts';
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { toggleFilters, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { whenIdle } from '../../lib/idle.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { AdrBar, bringListParts, FilterPanel, TransitDetailScreen } from './late-parts.tsx';
import { PlantsColumn } from './PlantsColumn.tsx';
import { QueryBar } from './QueryBar.tsx';
import { ResultArea } from './ResultArea.tsx';
import { DEFAULT_FILTER, type Period } from './search-filter.ts';
import type { ListRow } from './search-view.ts';
import { isSearchable } from './searchable-plants.ts';
import styles from './TransitListScreen.module.css';
import { type ListSearch, useListSearch } from './use-list-search.ts';

/** T 2.2: the list of transits over all plants. `initialPlate` presets the plate and searches at once; `filtersFromTabId` takes over another list's filters. */
export function TransitListScreen(props: {
  tabId: string;
  initialPlate?: string;
  filtersFromTabId?: string;
}): ReactElement {
  const { tabId } = props;
  const search = useListSearch(tabId, props);
  const { state, filter, setFilter, run } = search;
  const [open, setOpen] = useState<ListRow | null>(null);
  const plateRef = useRef<HTMLInputElement>(null);
  const areFiltersOpen = usePreferences((preferences) => preferences.filtersOpen);
  useListShortcuts(search, plateRef, open === null);
  useReturnToRow(open);
  useEffect(() => whenIdle(bringListParts), []);
  const clear = (): void => {
    setFilter(DEFAULT_FILTER);
    plateRef.current?.focus();
  };
  const openTab = ({ peerId, transit }: ListRow): void => {
    openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: transit.id, plate: transit.targa, fromTabId: tabId });
  };
  if (open !== null) {
    return <TransitDetailScreen peerId={open.peerId} transitId={open.transit.id} onClose={() => setOpen(null)} />;
  }
  return (
    <div className={styles.screen}>
      <QueryBar
        filter={filter}
        plateRef={plateRef}
        isSearching={state.status === 'searching'}
        areFiltersOpen={areFiltersOpen}
        onToggleFilters={toggleFilters}
        onChange={run}
        onRun={run}
        onClear={clear}
      />
      {filter.isAdr && <AdrBar filter={filter} onRun={run} />}
      <ListBody search={search} areFiltersOpen={areFiltersOpen} onClear={clear} onOpen={setOpen} onOpenTab={openTab} />
    </div>
  );
}

/** Filter panel, plants and results side by side. */
function ListBody(props: {
  search: ListSearch;
  areFiltersOpen: boolean;
  onClear: () => void;
  onOpen: (row: ListRow) => void;
  onOpenTab: (row: ListRow) => void;
}): ReactElement {
  const { plants, session, state, view, filter, setFilter, run } = props.search;
  const isNarrow = useMediaQuery('(width < 1024px)');
  return (
    <div className={cx(styles.body, props.areFiltersOpen && styles.withFilters)}>
      {props.areFiltersOpen && (
        <FilterPanel
          filter={filter}
          searched={state.filter}
          plants={plants}
          onChange={setFilter}
          onRun={(next) => {
            run(next);
            // There the panel lies over the results.
            if (isNarrow) toggleFilters();
          }}
          onReset={props.onClear}
          onHide={toggleFilters}
        />
      )}
      {plants.length > 1 && (
        <PlantsColumn
          plants={plants}
          state={state}
          view={view}
          layout={isNarrow ? 'chips' : 'column'}
          onPick={(peerId) => session.pickPlant(peerId)}
        />
      )}
      <ResultArea
        session={session}
        state={state}
        view={view}
        plants={plants}
        filter={filter}
        onFilter={run}
        onClear={props.onClear}
        onOpen={props.onOpen}
        onOpenTab={props.onOpenTab}
      />
    </div>
  );
}

/** Closing the detail puts the focus back on the row it was opened from: who works with keys goes on from there. */
function useReturnToRow(open: ListRow | null): void {
  const lastKey = useRef<string | null>(null);
  useEffect(() => {
    if (open === null && lastKey.current !== null) document.getElementById(`lpr-row-${lastKey.current}`)?.focus();
    lastKey.current = open?.key ?? null;
  }, [open]);
}

/** Keys of the list (design, keyboard map). */
function useListShortcuts(search: ListSearch, plateRef: RefObject<HTMLInputElement | null>, isShown: boolean): void {
  const { session, filter, run, plants } = search;
  const inPeriod = (kind: Exclude<Period['kind'], 'range'>) => () => run({ ...filter, period: { kind } });
  const toPlate = (): void => plateRef.current?.focus();
  const pick = Object.fromEntries(
    plants
      .filter(isSearchable)
      .slice(0, 9)
      .map((plant, index) => [`Alt+Digit${index + 1}`, () => session.pickPlant(plant.peerId)]),
  );
  useShortcuts(
    {
      q: toPlate,
      '/': toPlate,
      r: () => run(filter),
      'Ctrl+Enter': () => run(filter),
      f: toggleFilters,
      o: inPeriod('today'),
      i: inPeriod('yesterday'),
      Digit7: inPeriod('week'),
      Digit0: inPeriod('all'),
      'Alt+Digit0': () => session.pickPlant(null),
      ...pick,
    },
    isShown,
  );
}
