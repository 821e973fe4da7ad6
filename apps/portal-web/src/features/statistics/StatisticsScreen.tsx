import { MAX_STATISTICS_DAYS } from '@varco/contract/plant/statistics.ts';
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
import { countPeriodDays, isValidPeriod, toQuickPeriod } from '../../lib/reports/report-period.ts';
import { ReportView } from './ReportView.tsx';
import { StatisticsForm } from './StatisticsForm.tsx';
import { type ReportQuery, useReport } from './use-report.ts';

/** /statistics (decisions, ADR 0022): figures per plant, gate or day, compared with another period. */
export function StatisticsScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(isReadable);
  return plants.length === 0 ? (
    <EmptyState icon="lock" tone="pv" title={t('statistics:noPlant')}>
      {t('statistics:noPlantText')}
    </EmptyState>
  ) : (
    <StatisticsReport plants={plants} />
  );
}

const canRunReport = ({ period }: ReportQuery): boolean =>
  isValidPeriod(period) && countPeriodDays(period) <= MAX_STATISTICS_DAYS;

function StatisticsReport(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { plants } = props;
  const [question, setQuestion] = useState<ReportQuery>(() => ({
    peerIds: [],
    gates: [],
    period: toQuickPeriod('week', now()),
    comparison: 'previous',
    by: 'plant',
  }));
  // An empty selection means all plants.
  const requested = plants.filter(({ peerId }) => question.peerIds.length === 0 || question.peerIds.includes(peerId));
  const peerKey = requested.map(({ peerId }) => peerId).join();
  const peerIds = useMemo(() => (peerKey === '' ? [] : peerKey.split(',').map(Number)), [peerKey]);
  const { gates } = useGateStates(peerIds);
  const { report, isRunning, run, stop } = useReport();
  const canRun = canRunReport(question);
  const start = (): void => {
    if (canRun) run({ ...question, peerIds });
  };
  const results = useRef<HTMLDivElement>(null);
  useScrollToResult(results, isRunning);
  useShortcuts({ 'Ctrl+Enter': start });
  return (
    <ScreenFrame label={t('statistics:title')} id="statistics" body="fill">
      <SplitPane
        side={
          <StatisticsForm
            question={question}
            onQuestion={setQuestion}
            plants={plants}
            gates={gates}
            canRun={canRun}
            isRunning={isRunning}
            onRun={start}
            onStop={stop}
          />
        }
      >
        <ScrollRegion ref={results} label={t('statistics:results')} id="results" isFilling>
          {report === null ? (
            <EmptyState icon="chart" title={t('statistics:start')}>
              {t('statistics:startText')}
            </EmptyState>
          ) : (
            <ReportView report={report} isRunning={isRunning} gates={gates} />
          )}
        </ScrollRegion>
      </SplitPane>
    </ScreenFrame>
  );
}
