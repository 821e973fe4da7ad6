import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { toMilliseconds, now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { shiftMs } from '../../lib/rome-days.ts';
import styles from './GateAnalysis.module.css';
import { InstantField } from './InstantField.tsx';
import type { Window } from './plant-tracks.ts';

const HOUR_MS = 3_600_000;
const WINDOW_LENGTHS_MS = { h6: 6 * HOUR_MS, d1: 24 * HOUR_MS, d7: 168 * HOUR_MS, d31: 744 * HOUR_MS } as const;
const LENGTH_IDS = ['h6', 'd1', 'd7', 'd31'] as const;

/** Window of the last hours; the initial value of forms. */
export function lastHoursWindow(hours: number): Window {
  const end = now();
  return { start: shiftMs(end, -hours * HOUR_MS), end };
}

/** Start and end, and buttons for the usual lengths ending now. */
export function WindowFields(props: { window: Window; onWindow: (window: Window) => void }): ReactElement {
  const t = useT();
  const { window, onWindow } = props;
  const lengthMs = toMilliseconds(window.end) - toMilliseconds(window.start);
  return (
    <>
      <Segmented
        label={t('gateAnalysis:g2g.window')}
        size="sm"
        value={LENGTH_IDS.find((id) => WINDOW_LENGTHS_MS[id] === lengthMs) ?? null}
        options={LENGTH_IDS.map((id) => ({ id, label: t(`gateAnalysis:g2g.windows.${id}`) }))}
        onChange={(id) => onWindow(lastHoursWindow(WINDOW_LENGTHS_MS[id] / HOUR_MS))}
      />
      <div className={styles.pair}>
        <InstantField
          label={t('gateAnalysis:start')}
          at={window.start}
          usualTime="00:00"
          onAt={(start) => onWindow({ ...window, start })}
        />
        <InstantField
          label={t('gateAnalysis:end')}
          at={window.end}
          usualTime="23:59"
          onAt={(end) => onWindow({ ...window, end })}
        />
      </div>
    </>
  );
}
