import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { now } from '../../lib/clock.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { askForReason } from '../../lib/case/reason.ts';
import { PlantsColumn } from './PlantsColumn.tsx';
import { QueryBar } from './QueryBar.tsx';
import { ResultArea } from './ResultArea.tsx';
import { DEFAULT_FILTER, type SearchFilter } from './search-filter.ts';
import { searchSessionOf, useSearchState } from './search-sessions.ts';
import { searchView } from './search-view.ts';
import { planSearch } from './searchable-plants.ts';
import { TransitDetailScreen } from './TransitDetailScreen.tsx';
import styles from './TransitListScreen.module.css';

/** T 2.2: the list of transits over all plants. `initialPlate` presets the plate and searches at once. */
export function TransitListScreen(props: { tabId: string; initialPlate?: string }): ReactElement {
  const { tabId, initialPlate } = props;
  const plants = usePlantList();
  const session = searchSessionOf(tabId);
  const state = useSearchState(session);
  const [filter, setFilter] = useState<SearchFilter>(
    () => state.filter ?? { ...DEFAULT_FILTER, plate: initialPlate ?? '' },
  );
  const [openRow, setOpenRow] = useState<{ peerId: number; transitId: string } | null>(null);
  const plateRef = useRef<HTMLInputElement>(null);

  const run = (next: SearchFilter): void => {
    setFilter(next);
    const { askable, wantsReason } = planSearch(plants, next.peerIds);
    if (wantsReason) askForReason();
    else session.run(next, askable);
  };
  usePresetSearch(initialPlate, state.status === 'idle', () => run(filter));

  const view = searchView(state, planSearch(plants, state.filter?.peerIds ?? null).notAsked, now());
  const isNarrow = useMediaQuery('(width < 1024px)');
  const isShown = openRow === null;
  useShortcuts(
    {
      q: () => plateRef.current?.focus(),
      '/': () => plateRef.current?.focus(),
      r: () => run(filter),
      o: () => run({ ...filter, period: { kind: 'today' } }),
      i: () => run({ ...filter, period: { kind: 'yesterday' } }),
      Digit7: () => run({ ...filter, period: { kind: 'week' } }),
      Digit0: () => run({ ...filter, period: { kind: 'all' } }),
    },
    isShown,
  );

  if (openRow !== null) {
    return (
      <TransitDetailScreen peerId={openRow.peerId} transitId={openRow.transitId} onClose={() => setOpenRow(null)} />
    );
  }
  return (
    <div className={styles.screen}>
      <QueryBar
        filter={filter}
        plateRef={plateRef}
        isSearching={state.status === 'searching'}
        onChange={run}
        onRun={run}
        onClear={() => {
          setFilter(DEFAULT_FILTER);
          plateRef.current?.focus();
        }}
      />
      <div className={styles.body}>
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
          onClear={() => setFilter(DEFAULT_FILTER)}
          onOpen={(row) => setOpenRow({ peerId: row.peerId, transitId: row.transit.id })}
          onOpenTab={(row) =>
            openWorkspaceTab({
              kind: 'transit-detail',
              peerId: row.peerId,
              transitId: row.transit.id,
              plate: row.transit.targa,
              fromTabId: tabId,
            })
          }
        />
      </div>
    </div>
  );
}

/** SRCH-04: a preset plate starts its search after about 300 ms, once. */
const PRESET_DELAY_MS = 300;

function usePresetSearch(plate: string | undefined, isIdle: boolean, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (plate === undefined || !isIdle) return undefined;
    const timer = setTimeout(() => latest.current(), PRESET_DELAY_MS);
    return () => clearTimeout(timer);
  }, [plate, isIdle]);
}
