import { getChartRights } from '@varco/domain/plants/advanced-charts.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { useScrollToResult } from '@varco/ui/use-scroll-to-result.ts';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { type ChartQuery, checkChartPeriod, toQuickChartPeriod } from './chart-query.ts';
import { ChartsForm } from './ChartsForm.tsx';
import { ChartsView } from './ChartsView.tsx';
import { useCharts } from './use-charts.ts';

const getRights = ({ login }: PlantSession) =>
  getChartRights({ license_options: login?.license_info.license_options ?? null }, now());

/** Whether the user may read transits of the plant, and its licence includes charts. */
const hasCharts = (plant: PlantSession): boolean => isReadable(plant) && getRights(plant).charts;

/** /charts (P 2, P 6; ADR 0022): a year of transits by hour and weekday, day, gate, speed, class, EURO class and nation. */
export function ChartsScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(hasCharts);
  return plants.length === 0 ? (
    <EmptyState icon="lock" tone="pv" title={t('charts:noPlant')}>
      {t('charts:noPlantText')}
    </EmptyState>
  ) : (
    <PlantCharts plants={plants} />
  );
}

function PlantCharts(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { plants } = props;
  const [query, setQuery] = useState<ChartQuery>(() => ({
    peerIds: [],
    gates: [],
    period: toQuickChartPeriod('month', now()),
    comparison: 'previous',
  }));
  // An empty selection means all plants.
  const requested = plants.filter(({ peerId }) => query.peerIds.length === 0 || query.peerIds.includes(peerId));
  const peerKey = requested.map(({ peerId }) => peerId).join();
  const peerIds = useMemo(() => (peerKey === '' ? [] : peerKey.split(',').map(Number)), [peerKey]);
  const { gates } = useGateStates(peerIds);
  const { report, isRunning, run, stop } = useCharts();
  const listPeers = (option: 'g2g' | 'population'): readonly number[] =>
    plants.filter((plant) => getRights(plant)[option]).map(({ peerId }) => peerId);
  const licensed = { flows: listPeers('g2g'), population: listPeers('population') };
  const start = (): void => {
    if (checkChartPeriod(query, now()) === null) run({ ...query, peerIds });
  };
  const results = useRef<HTMLDivElement>(null);
  useScrollToResult(results, isRunning);
  useShortcuts({ 'Ctrl+Enter': start });
  return (
    <ScreenFrame label={t('charts:title')} id="charts" body="fill">
      <SplitPane
        side={
          <ChartsForm
            query={query}
            onQuery={setQuery}
            plants={plants}
            gates={gates}
            isRunning={isRunning}
            onRun={start}
            onStop={stop}
          />
        }
      >
        <ScrollRegion ref={results} label={t('charts:results')} id="results" isFilling>
          {report === null ? (
            <EmptyState icon="chart" title={t('charts:start')}>
              {t('charts:startText')}
            </EmptyState>
          ) : (
            <ChartsView charts={report} isRunning={isRunning} gates={gates} licensed={licensed} />
          )}
        </ScrollRegion>
      </SplitPane>
    </ScreenFrame>
  );
}
