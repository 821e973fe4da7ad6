import { Button } from '@mantine/core';
import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import { formatDate } from '@varco/i18n/format.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { isValidPeriod } from '../../lib/reports/report-period.ts';
import { GateMultiSelect } from '../../widgets/gates/GateMultiSelect.tsx';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { LabelledChoice } from '../../widgets/reports/LabelledChoice.tsx';
import {
  CHART_COMPARISONS,
  type ChartQuery,
  checkChartPeriod,
  getEarliestDay,
  matchQuickChartPeriod,
  QUICK_CHART_PERIODS,
  toQuickChartPeriod,
} from './chart-query.ts';
import styles from './Charts.module.css';

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
  const { query, onQuery, plants, gates, isRunning, onRun, onStop } = props;
  return (
    <ScrollRegion label={t('charts:form')} isFilling isPadded>
      <FormGrid>
        <GateMultiSelect
          plants={plants}
          gates={gates}
          peerIds={query.peerIds}
          onPeerIds={(peerIds) =>
            onQuery({
              ...query,
              peerIds,
              gates: query.gates.filter(({ peerId }) => peerIds.length === 0 || peerIds.includes(peerId)),
            })
          }
          chosen={query.gates}
          onChosen={(chosen) => onQuery({ ...query, gates: chosen })}
          isAllUsual
          most={MAX_FILTER_GATES}
        />
        <PeriodFields query={query} onQuery={onQuery} />
        <LabelledChoice
          label={t('statistics:compare')}
          value={query.comparison === 'year' ? null : query.comparison}
          options={CHART_COMPARISONS.map((id) => ({ id, label: t(`statistics:comparison.${id}`) }))}
          onChange={(comparison) => onQuery({ ...query, comparison })}
        />
        <div className={styles.run}>
          <Button
            size="sm"
            disabled={checkChartPeriod(query, now()) !== null}
            onClick={onRun}
            rightSection={<Kbd keys={[t('common:keys.ctrlEnter')]} />}
          >
            {t('charts:run')}
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

function PeriodFields({ query, onQuery }: Pick<Props, 'query' | 'onQuery'>): ReactElement {
  const t = useT();
  const { period } = query;
  const [today, earliest] = [toRomeDay(now()), getEarliestDay(now())];
  const change = (part: Partial<typeof period>): void => onQuery({ ...query, period: { ...period, ...part } });
  const problem = checkChartPeriod(query, now());
  return (
    <>
      <LabelledChoice
        label={t('statistics:period')}
        value={isValidPeriod(period) ? matchQuickChartPeriod(period, now()) : null}
        options={QUICK_CHART_PERIODS.map((id) => ({ id, label: t(`charts:quick.${id}`) }))}
        onChange={(quick) => onQuery({ ...query, period: toQuickChartPeriod(quick, now()) })}
      />
      <FormGrid columns={2}>
        <ClockField
          size="xs"
          label={t('statistics:first')}
          value={period.first}
          usualTime={null}
          min={earliest}
          max={today}
          onValue={(first) => change({ first })}
        />
        <ClockField
          size="xs"
          label={t('statistics:last')}
          value={period.last}
          usualTime={null}
          min={earliest}
          max={today}
          onValue={(last) => change({ last })}
        />
      </FormGrid>
      {problem !== null && problem !== 'incomplete' && (
        <Remark tone="wa">{t(`charts:problem.${problem}`, { day: formatDate(earliest) })}</Remark>
      )}
    </>
  );
}
