import { useMediaQuery } from '@mantine/hooks';
import { cx } from '@varco/ui/cx.ts';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { runWhenIdle } from '../../lib/idle.ts';
import { toggleFilters, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useIsPhone } from '../../lib/phone.ts';
import { useIsOnSecondScreen } from '../../lib/second-screen/second-screen.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { setAdrMode } from './filters/filter-groups.ts';
import { findConcernedPlants, toWireFilter } from './filters/filter-wire.ts';
import {
  AdrBar,
  preloadListComponents,
  DetailNavigation,
  ListOnSecondScreen,
  ListTools,
  FilterPanel,
  PlantsColumn,
  RefreshSelect,
  TransitDetailScreen,
} from './search/lazy-components.tsx';
import { focusRows } from './search/first-row-focus.ts';
import { AdrSwitch, QueryBar } from './search/QueryBar.tsx';
import { ResultArea } from './results/ResultArea.tsx';
import { toggleResultView } from './results/result-view.store.ts';
import { DEFAULT_FILTER, type Period } from './search/search-filter.ts';
import type { ListRow } from './search/search-view.ts';
import { isSearchable } from './search/searchable-plants.ts';
import styles from './TransitListScreen.module.css';
import { type OpenTransit, useListPlace, useOpenTransit, useRequestedRowFocus } from './search/use-list-place.ts';
import { findRowElement } from './search/row-element.ts';
import { type ListSearch, type ListTab, useListSearch } from './search/use-list-search.ts';

const filterWire = { concernedPlants: findConcernedPlants, toWireFilter };

/** T 2.2: the list of transits of all plants, with the filters of its tab. */
export function TransitListScreen(props: { tab: ListTab }): ReactElement {
  const tabId = props.tab.id;
  const search = useListSearch(props.tab);
  const { state, filter, setFilter, run, refreshSeconds, setRefresh } = search;
  const [open, setOpen] = useOpenTransit(tabId);
  const plateRef = useRef<HTMLInputElement>(null);
  const refreshRef = useRef<HTMLButtonElement>(null);
  const isPhone = useIsPhone();
  const areFiltersOpen = usePreferences((preferences) => preferences.filtersOpen);
  const isBeside = useMediaQuery('(width >= 1920px)');
  const isElsewhere = useIsOnSecondScreen();
  const isShown = open === null || isBeside || isElsewhere;
  useListShortcuts(search, { plateRef, refreshRef, isShown });
  usePlaceAndFocus(tabId, search, { open, isShown, areFiltersOpen });
  useEffect(() => runWhenIdle(preloadListComponents), []);
  const clear = (): void => {
    setFilter(DEFAULT_FILTER);
    plateRef.current?.focus();
  };
  const detail = open !== null && !isElsewhere && (
    <OpenDetail tabId={tabId} open={open} isBeside={isBeside} onRow={setOpen} />
  );
  if (detail !== false && !isBeside) return detail;
  return (
    <div className={styles.screen}>
      <QueryBar
        filter={filter}
        refreshSeconds={refreshSeconds}
        plateRef={plateRef}
        refreshRef={refreshRef}
        isPhone={isPhone}
        onRefresh={setRefresh}
        onAbort={() => search.session.abort()}
        isSearching={state.status === 'searching'}
        hasSearched={state.filter !== null}
        areFiltersOpen={areFiltersOpen}
        onToggleFilters={toggleFilters}
        onChange={run}
        onDraft={search.runDraft}
        onRun={search.submit}
        onClear={clear}
        viewToggle={<ListTools search={search} wire={filterWire} />}
      />
      {filter.isAdr && <AdrBar filter={filter} onRun={run} />}
      {isElsewhere && <ListOnSecondScreen tabId={tabId} open={open} onRow={setOpen} />}
      <ListBody
        tabId={tabId}
        search={search}
        areFiltersOpen={areFiltersOpen}
        onClear={clear}
        openKey={open?.key ?? null}
        detail={detail}
        onOpen={setOpen}
        onOpenTab={isElsewhere ? setOpen : (row) => openDetailTab(row, tabId)}
      />
    </div>
  );
}

/** Records for Back and Forward where the user is, and gives the focus to the row they return to. */
function usePlaceAndFocus(
  tabId: string,
  search: ListSearch,
  on: { open: OpenTransit | null; isShown: boolean; areFiltersOpen: boolean },
): void {
  const isNarrow = useMediaQuery('(width < 1024px)');
  useListPlace(tabId, search, isNarrow && on.areFiltersOpen);
  useRestoreRowFocus(on.open);
  useRequestedRowFocus(tabId, search.view.rows, on.isShown);
}

/** Opens the detail of a transit in a tab of its own. */
function openDetailTab({ peerId, transit }: ListRow, fromTabId: string): void {
  openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: transit.id, plate: transit.targa, fromTabId });
}

/** The detail of the open transit, beside the list or in place of it. */
function OpenDetail(props: {
  tabId: string;
  open: OpenTransit;
  isBeside: boolean;
  onRow: (row: ListRow | null) => void;
}): ReactElement {
  const { tabId, open, isBeside, onRow } = props;
  return (
    <TransitDetailScreen
      peerId={open.peerId}
      transitId={open.transitId}
      layout={isBeside ? 'panel' : 'page'}
      tabId={tabId}
      navigation={<DetailNavigation listTabId={tabId} rowKey={open.key} onGo={onRow} />}
      onClose={() => onRow(null)}
    />
  );
}

/** Tools that do not fit above the results on a phone: refresh, saving, export and the choice of plants are in the filter
 * sheet. */
function PhoneTools(props: { search: ListSearch; plants: ReactNode }): ReactElement {
  const t = useT();
  const { filter, run, refreshSeconds, setRefresh } = props.search;
  return (
    <div className={styles.phoneTools}>
      <AdrSwitch filter={filter} onRun={run} isTouch />
      <div className={styles.phoneRefresh}>
        <span>{t('search:refresh.label')}</span>
        <RefreshSelect seconds={refreshSeconds} onSeconds={setRefresh} onNow={() => run(filter)} />
      </div>
      <ListTools search={props.search} wire={filterWire} isPhone />
      {props.plants}
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
  const { plants, state, filter, setFilter, run, submit } = props.search;
  const isNarrow = useMediaQuery('(width < 1024px)');
  const isPhone = useIsPhone();
  const hasColumn = plants.filter((plant) => plant.credential.enabled).length > 1;
  const leave = isPhone ? toggleFilters : () => undefined;
  const column = hasColumn && (
    <PlantsColumn search={props.search} layout={isNarrow && !isPhone ? 'chips' : 'column'} onLeave={leave} />
  );
  return (
    <div className={cx(styles.body, props.areFiltersOpen && styles.withFilters)}>
      {props.areFiltersOpen && (
        <FilterPanel
          filter={filter}
          searched={state.filter}
          plants={plants}
          onChange={setFilter}
          onRun={(next) => {
            submit(next);
            // On narrow screens the panel covers the results.
            if (isNarrow) toggleFilters();
          }}
          onReset={props.onClear}
          onHide={toggleFilters}
          onLeave={focusRows}
          {...(isPhone ? { tools: <PhoneTools search={props.search} plants={column} /> } : {})}
        />
      )}
      {!isPhone && column}
      <ResultArea
        {...props.search}
        tabId={props.tabId}
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

/** Returns the focus to the originating row when the detail is closed, so that keyboard users continue there. */
function useRestoreRowFocus(open: OpenTransit | null): void {
  const lastKey = useRef<string | null>(null);
  useEffect(() => {
    if (open === null && lastKey.current !== null) {
      findRowElement(lastKey.current)?.focus();
    }
    lastKey.current = open?.key ?? null;
  }, [open]);
}

/** Down leads to the rows from wherever it has no meaning of its own: nothing has the focus, or a button of the bar. */
const isFocusBesideRows = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.closest('search, #results > *') !== null);

/** Keyboard shortcuts of the list (design, keyboard map). */
function useListShortcuts(
  search: ListSearch,
  on: {
    plateRef: RefObject<HTMLInputElement | null>;
    refreshRef: RefObject<HTMLButtonElement | null>;
    isShown: boolean;
  },
): void {
  const { session, filter, run, plants } = search;
  const inPeriod = (kind: Exclude<Period['kind'], 'range' | 'live'>) => () => {
    // With automatic refresh the period is the last 30 minutes (LIFE-11).
    if (filter.period.kind !== 'live') run({ ...filter, period: { kind } });
  };
  const toPlate = (): void => on.plateRef.current?.focus();
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
      r: (event) => (event.shiftKey ? on.refreshRef.current?.click() : run(filter)),
      d: () => run(setAdrMode(filter, !filter.isAdr)),
      'Ctrl+Enter': () => run(filter),
      ArrowDown: (event) => {
        if (isFocusBesideRows(event.target)) focusRows();
      },
      ...(search.newTransits.count > 0 ? { n: search.showNewTransits } : {}),
      f: toggleFilters,
      t: toggleResultView,
      o: inPeriod('today'),
      i: inPeriod('yesterday'),
      Digit7: inPeriod('week'),
      Digit0: inPeriod('all'),
      ...(search.state.status === 'searching' ? { Escape: () => session.abort() } : {}),
      'Alt+Digit0': () => session.pickPlant(null),
      ...pick,
    },
    on.isShown,
  );
}
