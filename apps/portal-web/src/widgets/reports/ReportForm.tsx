import { Button } from '@mantine/core';
import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import type { DayPeriod } from '../../lib/reports/report-period.ts';
import type { ChosenGate } from '../gates/gate-choice.ts';
import { GateMultiSelect } from '../gates/GateMultiSelect.tsx';
import type { PlantGate } from '../map/gate-overlay.ts';
import { ClockField } from '../moment/ClockField.tsx';
import styles from './Report.module.css';

/** What every report asks: of which plants and gates. */
interface ReportScope {
  readonly peerIds: readonly number[];
  readonly gates: readonly ChosenGate[];
}

/** Form of a report: plants and gates, its own fields, and the buttons that run and stop it. */
export function ReportForm(props: {
  label: string;
  scope: ReportScope;
  onScope: (scope: ReportScope) => void;
  plants: readonly PlantSession[];
  gates: readonly PlantGate[];
  runLabel: string;
  canRun: boolean;
  isRunning: boolean;
  onRun: () => void;
  onStop: () => void;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  const { scope, onScope } = props;
  return (
    <ScrollRegion label={props.label} isFilling isPadded>
      <FormGrid>
        <GateMultiSelect
          plants={props.plants}
          gates={props.gates}
          peerIds={scope.peerIds}
          onPeerIds={(peerIds) =>
            onScope({
              peerIds,
              gates: scope.gates.filter(({ peerId }) => peerIds.length === 0 || peerIds.includes(peerId)),
            })
          }
          chosen={scope.gates}
          onChosen={(gates) => onScope({ ...scope, gates })}
          isAllUsual
          most={MAX_FILTER_GATES}
        />
        {props.children}
        <div className={styles.run}>
          <Button
            size="sm"
            disabled={!props.canRun}
            onClick={props.onRun}
            rightSection={<Kbd keys={[t('common:keys.ctrlEnter')]} />}
          >
            {props.runLabel}
          </Button>
          {props.isRunning && (
            <Button size="sm" variant="default" onClick={props.onStop}>
              {t('statistics:stop')}
            </Button>
          )}
        </div>
      </FormGrid>
    </ScrollRegion>
  );
}

/** First and last day of a report. */
export function ReportDays(props: {
  period: DayPeriod;
  onPeriod: (period: DayPeriod) => void;
  min?: string;
  max: string;
}): ReactElement {
  const t = useT();
  const { period, onPeriod, max } = props;
  const field = (end: 'first' | 'last'): ReactElement => (
    <ClockField
      size="xs"
      label={t(`statistics:${end}`)}
      value={period[end]}
      usualTime={null}
      {...(props.min === undefined ? {} : { min: props.min })}
      max={max}
      onValue={(day) => onPeriod({ ...period, [end]: day })}
    />
  );
  return (
    <FormGrid columns={2}>
      {field('first')}
      {field('last')}
    </FormGrid>
  );
}
