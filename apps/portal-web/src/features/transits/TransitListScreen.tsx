import { useMediaQuery } from '@mantine/hooks';
import { cx } from '@varco/ui/cx.ts';
import { lazy, type ReactElement, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { toggleFilters, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { AdrBar } from './filters/AdrBar.tsx';
import { FilterPanel } from './filters/FilterPanel.tsx';
import { DetailNavigation } from './DetailNavigation.tsx';
import { PlantsColumn } from './PlantsColumn.tsx';
import { QueryBar } from './QueryBar.tsx';
import { ResultArea } from './ResultArea.tsx';
import { toggleResultView } from './result-view.store.ts';
import { DEFAULT_FILTER, type Period } from './search-filter.ts';
import type { ListRow } from './search-view.ts';
import { isSearchable } from './searchable-plants.ts';
import styles from './TransitListScreen.module.css';
import { type ListSearch, type ListTab, useListSearch } from './use-list-search.ts';

/** By then the list stands, and most lists lead to a detail. */
const LOAD_DETAIL_AFTER_MS = 1_500;
const loadDetail = () => import('./TransitDetailScreen.tsx');
const TransitDetailScreen = lazy(async () => ({ default: (await loadDetail()).TransitDetailScreen }));

/** T 2.2: the list of transits over all plants, with the filters its tab was given. */
export function TransitListScreen(props: { tab: ListTab }): ReactElement {
  const tabId = props.tab.id;
  const search = useListSearch(props.tab);
  const { state, filter, setFilter, run } = search;
  const [open, setOpen] = useState<ListRow | null>(null);
  const plateRef = useRef<HTMLInputElement>(null);
  const areFiltersOpen = usePreferences((preferences) => preferences.filtersOpen);
  const isBeside = useMediaQuery('(width >= 1920px)');
  useListShortcuts(search, plateRef, open === null || isBeside);
  useReturnToRow(open);
  useDetailLoaded();
  const clear = (): void => {
    setFilter(DEFAULT_FILTER);
    plateRef.current?.focus();
  };
  const openTab = ({ peerId, transit }: ListRow): void => {
    openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: transit.id, plate: transit.targa, fromTabId: tabId });
  };
  const detail = open !== null && (
    <Suspense fallback={null}>
      <TransitDetailScreen
        peerId={open.peerId}
        transitId={open.transit.id}
        layout={isBeside ? 'panel' : 'page'}
        tabId={tabId}
        navigation={<DetailNavigation listTabId={tabId} rowKey={open.key} onGo={setOpen} />}
        onClose={() => setOpen(null)}
      />
    </Suspense>
  );
  if (detail !== false && !isBeside) return detail;
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
      <ListBody
        tabId={tabId}
        search={search}
        areFiltersOpen={areFiltersOpen}
        onClear={clear}
        openKey={open?.key ?? null}
        detail={detail}
        onOpen={setOpen}
        onOpenTab={openTab}
      />
    </div>
  );
}

/** Filter panel, plants, results and, where there is room, the open transit side by side. */
function ListBody(props: {
  tabId: string;
  search: ListSearch;
  areFiltersOpen: boolean;
  openKey: string | null;
  detail: ReactNode;
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
        tabId={props.tabId}
        session={session}
        state={state}
        view={view}
        plants={plants}
        filter={filter}
        onFilter={run}
        onClear={props.onClear}
        openKey={props.openKey}
        onOpen={props.onOpen}
        onOpenTab={props.onOpenTab}
      />
      {props.detail !== false && <aside className={styles.detail}>{props.detail}</aside>}
    </div>
  );
}

/** Has the code of the detail ready before the first click. */
function useDetailLoaded(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadDetail(), LOAD_DETAIL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Closing the detail puts the focus back on the row it was opened from: who works with keys goes on from there. */
function useReturnToRow(open: ListRow | null): void {
  const lastKey = useRef<string | null>(null);
  useEffect(() => {
    if (open === null && lastKey.current !== null) {
      const key = lastKey.current;
      (document.getElementById(`lpr-row-${key}`) ?? document.getElementById(`lpr-grid-${key}`))?.focus();
    }
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
      t: toggleResultView,
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
