import { Button } from '@mantine/core';
import { MOST_STATISTICS_DAYS, MOST_STATISTICS_GATES } from '@varco/contract/plant/statistics.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { romeDay } from '../../lib/rome-days.ts';
import { GateChoice } from '../../widgets/gates/GateChoice.tsx';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { GROUPINGS } from './report-lines.ts';
import { COMPARISONS, daysOf, isPeriod, QUICK_PERIODS, quickOf, quickPeriod } from './report-period.ts';
import styles from './Statistics.module.css';
import type { ReportQuestion } from './use-report.ts';

interface Props {
  readonly question: ReportQuestion;
  readonly onQuestion: (question: ReportQuestion) => void;
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
    <section className={styles.form} aria-label={t('statistics:form')}>
      <GateChoice
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
        most={MOST_STATISTICS_GATES}
      />
      <PeriodFields {...props} />
      <Choice
        label={t('statistics:compare')}
        value={question.comparison}
        options={COMPARISONS.map((id) => ({ id, label: t(`statistics:comparison.${id}`) }))}
        onChange={(comparison) => onQuestion({ ...question, comparison })}
      />
      <Choice
        label={t('statistics:by')}
        value={question.by}
        options={GROUPINGS.map((id) => ({ id, label: t(`statistics:grouping.${id}`) }))}
        onChange={(by) => onQuestion({ ...question, by })}
      />
      <div className={styles.run}>
        <Button size="sm" disabled={!canRun} onClick={onRun} rightSection={<Kbd keys={[t('common:keys.ctrlEnter')]} />}>
          {t('statistics:run')}
        </Button>
        {isRunning && (
          <Button size="sm" variant="default" onClick={onStop}>
            {t('statistics:stop')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Choice<Id extends string>(props: {
  label: string;
  value: Id | null;
  options: readonly { readonly id: Id; readonly label: string }[];
  onChange: (id: Id) => void;
}): ReactElement {
  const { label, ...rest } = props;
  return (
    <div className={styles.choice}>
      <span className={styles.choiceLabel} aria-hidden="true">
        {label}
      </span>
      <Segmented label={label} size="sm" {...rest} />
    </div>
  );
}

function PeriodFields({ question, onQuestion }: Props): ReactElement {
  const t = useT();
  const { period } = question;
  const today = romeDay(now());
  const change = (part: Partial<typeof period>): void => onQuestion({ ...question, period: { ...period, ...part } });
  return (
    <>
      <Choice
        label={t('statistics:period')}
        value={isPeriod(period) ? quickOf(period, now()) : null}
        options={QUICK_PERIODS.map((id) => ({ id, label: t(`statistics:quick.${id}`) }))}
        onChange={(quick) => onQuestion({ ...question, period: quickPeriod(quick, now()) })}
      />
      <div className={styles.pair}>
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
      </div>
      {period.first !== '' && period.last !== '' && period.first > period.last && (
        <p className={styles.fault}>{t('statistics:order')}</p>
      )}
      {isPeriod(period) && daysOf(period) > MOST_STATISTICS_DAYS && (
        <p className={styles.fault}>{t('statistics:tooLong', { count: MOST_STATISTICS_DAYS })}</p>
      )}
    </>
  );
}
