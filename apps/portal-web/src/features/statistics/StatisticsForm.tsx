import { MAX_STATISTICS_DAYS } from '@varco/contract/plant/statistics.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { LabelledChoice } from '../../widgets/reports/LabelledChoice.tsx';
import { ReportDays, ReportForm } from '../../widgets/reports/ReportForm.tsx';
import { GROUPINGS } from './report-lines.ts';
import {
  COMPARISONS,
  countPeriodDays,
  isValidPeriod,
  QUICK_PERIODS,
  matchQuickPeriod,
  toQuickPeriod,
} from '../../lib/reports/report-period.ts';
import type { ReportQuery } from './use-report.ts';

interface Props {
  readonly question: ReportQuery;
  readonly onQuestion: (question: ReportQuery) => void;
  readonly plants: readonly PlantSession[];
  readonly gates: readonly PlantGate[];
  readonly canRun: boolean;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

/** Form of the report: plants and gates, days, comparison, and grouping. */
export function StatisticsForm(props: Props): ReactElement {
  const t = useT();
  const { question, onQuestion } = props;
  return (
    <ReportForm
      label={t('statistics:form')}
      scope={question}
      onScope={(scope) => onQuestion({ ...question, ...scope })}
      plants={props.plants}
      gates={props.gates}
      runLabel={t('statistics:run')}
      canRun={props.canRun}
      isRunning={props.isRunning}
      onRun={props.onRun}
      onStop={props.onStop}
    >
      <PeriodFields {...props} />
      <LabelledChoice
        label={t('statistics:compare')}
        value={question.comparison}
        options={COMPARISONS.map((id) => ({ id, label: t(`statistics:comparison.${id}`) }))}
        onChange={(comparison) => onQuestion({ ...question, comparison })}
      />
      <LabelledChoice
        label={t('statistics:by')}
        value={question.by}
        options={GROUPINGS.map((id) => ({ id, label: t(`statistics:grouping.${id}`) }))}
        onChange={(by) => onQuestion({ ...question, by })}
      />
    </ReportForm>
  );
}

function PeriodFields({ question, onQuestion }: Props): ReactElement {
  const t = useT();
  const { period } = question;
  const today = toRomeDay(now());
  return (
    <>
      <LabelledChoice
        label={t('statistics:period')}
        value={isValidPeriod(period) ? matchQuickPeriod(period, now()) : null}
        options={QUICK_PERIODS.map((id) => ({ id, label: t(`statistics:quick.${id}`) }))}
        onChange={(quick) => onQuestion({ ...question, period: toQuickPeriod(quick, now()) })}
      />
      <ReportDays period={period} onPeriod={(days) => onQuestion({ ...question, period: days })} max={today} />
      {period.first !== '' && period.last !== '' && period.first > period.last && (
        <Remark tone="wa">{t('statistics:order')}</Remark>
      )}
      {isValidPeriod(period) && countPeriodDays(period) > MAX_STATISTICS_DAYS && (
        <Remark tone="wa">{t('statistics:tooLong', { count: MAX_STATISTICS_DAYS })}</Remark>
      )}
    </>
  );
}
