import { MAX_STATISTICS_DAYS } from '@varco/contract/plant/statistics.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { countPeriodDays, isValidPeriod, toQuickPeriod } from './report-period.ts';
import { ReportView } from './ReportView.tsx';
import styles from './Statistics.module.css';
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
  useShortcuts({ 'Ctrl+Enter': start });
  return (
    <section className={styles.page} aria-label={t('statistics:title')}>
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.results} aria-label={t('statistics:results')} tabIndex={0} id="results">
        {report === null ? (
          <EmptyState icon="chart" title={t('statistics:start')}>
            {t('statistics:startText')}
          </EmptyState>
        ) : (
          <ReportView report={report} isRunning={isRunning} gates={gates} />
        )}
      </section>
    </section>
  );
}
