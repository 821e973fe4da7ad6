import { formatDate } from '@varco/i18n/format.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { isValidPeriod } from '../../lib/reports/report-period.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { LabelledChoice } from '../../widgets/reports/LabelledChoice.tsx';
import { ReportDays, ReportForm } from '../../widgets/reports/ReportForm.tsx';
import {
  CHART_COMPARISONS,
  type ChartQuery,
  checkChartPeriod,
  getEarliestDay,
  matchQuickChartPeriod,
  QUICK_CHART_PERIODS,
  toQuickChartPeriod,
} from './chart-query.ts';

interface Props {
  readonly query: ChartQuery;
  readonly onQuery: (query: ChartQuery) => void;
  readonly plants: readonly PlantSession[];
  readonly gates: readonly PlantGate[];
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

/** Form of the charts: plants and gates, days, comparison. */
export function ChartsForm(props: Props): ReactElement {
  const t = useT();
  const { query, onQuery } = props;
  return (
    <ReportForm
      label={t('charts:form')}
      scope={query}
      onScope={(scope) => onQuery({ ...query, ...scope })}
      plants={props.plants}
      gates={props.gates}
      runLabel={t('charts:run')}
      canRun={checkChartPeriod(query, now()) === null}
      isRunning={props.isRunning}
      onRun={props.onRun}
      onStop={props.onStop}
    >
      <PeriodFields query={query} onQuery={onQuery} />
      <LabelledChoice
        label={t('statistics:compare')}
        value={query.comparison === 'year' ? null : query.comparison}
        options={CHART_COMPARISONS.map((id) => ({ id, label: t(`statistics:comparison.${id}`) }))}
        onChange={(comparison) => onQuery({ ...query, comparison })}
      />
    </ReportForm>
  );
}

function PeriodFields({ query, onQuery }: Pick<Props, 'query' | 'onQuery'>): ReactElement {
  const t = useT();
  const { period } = query;
  const [today, earliest] = [toRomeDay(now()), getEarliestDay(now())];
  const problem = checkChartPeriod(query, now());
  return (
    <>
      <LabelledChoice
        label={t('statistics:period')}
        value={isValidPeriod(period) ? matchQuickChartPeriod(period, now()) : null}
        options={QUICK_CHART_PERIODS.map((id) => ({ id, label: t(`charts:quick.${id}`) }))}
        onChange={(quick) => onQuery({ ...query, period: toQuickChartPeriod(quick, now()) })}
      />
      <ReportDays period={period} onPeriod={(days) => onQuery({ ...query, period: days })} min={earliest} max={today} />
      {problem !== null && problem !== 'incomplete' && (
        <Remark tone="wa">{t(`charts:problem.${problem}`, { day: formatDate(earliest) })}</Remark>
      )}
    </>
  );
}
