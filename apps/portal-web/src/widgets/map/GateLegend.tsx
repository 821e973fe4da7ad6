import type { GateState } from '@varco/domain/transits/gate-state.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Map.module.css';

const ICONS: Readonly<Record<GateState, IconName>> = {
  online: 'check',
  sleep: 'clock',
  noplate: 'warning',
  error: 'octagon',
  disabled: 'slashRing',
  nogps: 'question',
};
const STATES = ['online', 'sleep', 'noplate', 'error', 'disabled', 'nogps'] as const;

/** A gate state, shown by shape, color and word. */
export function GateStateMark(props: { state: GateState }): ReactElement {
  const t = useT();
  return (
    <span className={styles.mark} data-state={props.state}>
      <Icon name={ICONS[props.state]} />
      {t(`maps:state.${props.state}`)}
    </span>
  );
}

/** Legend of the gate symbols, with the number of gates in each state. */
export function GateLegend(props: { counts: Readonly<Partial<Record<GateState, number>>> }): ReactElement {
  const t = useT();
  return (
    <section className={styles.legend} aria-label={t('maps:legend.title')}>
      <h2 className={styles.legendTitle}>{t('maps:legend.title')}</h2>
      <ul className={styles.legendItems}>
        {STATES.map((state) => (
          <li key={state}>
            <GateStateMark state={state} /> <span className={styles.quiet}>({props.counts[state] ?? 0})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Number of gates in each state. */
export function countStates(states: readonly GateState[]): Readonly<Partial<Record<GateState, number>>> {
  const counts: Partial<Record<GateState, number>> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
