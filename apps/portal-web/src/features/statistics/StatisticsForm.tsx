import { Button } from '@mantine/core';
import { MAX_STATISTICS_DAYS } from '@varco/contract/plant/statistics.ts';
import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { GateMultiSelect } from '../../widgets/gates/GateMultiSelect.tsx';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { LabelledChoice } from '../../widgets/reports/LabelledChoice.tsx';
import { GROUPINGS } from './report-lines.ts';
import {
  COMPARISONS,
  countPeriodDays,
  isValidPeriod,
  QUICK_PERIODS,
  matchQuickPeriod,
  toQuickPeriod,
} from '../../lib/reports/report-period.ts';
import styles from './Statistics.module.css';
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
  const { question, onQuestion, plants, gates, canRun, isRunning, onRun, onStop } = props;
  return (
    <ScrollRegion label={t('statistics:form')} isFilling isPadded>
      <FormGrid>
        <GateMultiSelect
          plants={plants}
          gates={gates}
          peerIds={question.peerIds}
          onPeerIds={(peerIds) =>
            onQuestion({
              ...question,
              peerIds,
              gates: question.gates.filter(({ peerId }) => peerIds.length === 0 || peerIds.includes(peerId)),
            })
          }
          chosen={question.gates}
          onChosen={(chosen) => onQuestion({ ...question, gates: chosen })}
          isAllUsual
          most={MAX_FILTER_GATES}
        />
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
        <div className={styles.run}>
          <Button
            size="sm"
            disabled={!canRun}
            onClick={onRun}
            rightSection={<Kbd keys={[t('common:keys.ctrlEnter')]} />}
          >
            {t('statistics:run')}
          </Button>
          {isRunning && (
            <Button size="sm" variant="default" onClick={onStop}>
              {t('statistics:stop')}
            </Button>
          )}
        </div>
      </FormGrid>
    </ScrollRegion>
  );
}

function PeriodFields({ question, onQuestion }: Props): ReactElement {
  const t = useT();
  const { period } = question;
  const today = toRomeDay(now());
  const change = (part: Partial<typeof period>): void => onQuestion({ ...question, period: { ...period, ...part } });
  return (
    <>
      <LabelledChoice
        label={t('statistics:period')}
        value={isValidPeriod(period) ? matchQuickPeriod(period, now()) : null}
        options={QUICK_PERIODS.map((id) => ({ id, label: t(`statistics:quick.${id}`) }))}
        onChange={(quick) => onQuestion({ ...question, period: toQuickPeriod(quick, now()) })}
      />
      <FormGrid columns={2}>
        <ClockField
          size="xs"
          label={t('statistics:first')}
          value={period.first}
          usualTime={null}
          max={today}
          onValue={(first) => change({ first })}
        />
        <ClockField
          size="xs"
          label={t('statistics:last')}
          value={period.last}
          usualTime={null}
          max={today}
          onValue={(last) => change({ last })}
        />
      </FormGrid>
      {period.first !== '' && period.last !== '' && period.first > period.last && (
        <Remark tone="wa">{t('statistics:order')}</Remark>
      )}
      {isValidPeriod(period) && countPeriodDays(period) > MAX_STATISTICS_DAYS && (
        <Remark tone="wa">{t('statistics:tooLong', { count: MAX_STATISTICS_DAYS })}</Remark>
      )}
    </>
  );
}
