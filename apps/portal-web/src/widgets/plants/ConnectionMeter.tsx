import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './ConnectionMeter.module.css';

export type PlantHealth = {
  readonly plantId: string;
  readonly state: 'ok' | 'attention' | 'error' | 'away';
};

/** Health of all plants in the top bar: one bar each, and how many are ready. Opens the plant status. */
export function ConnectionMeter(props: { plants: readonly PlantHealth[]; onOpen: () => void }): ReactElement {
  const t = useT();
  const ready = props.plants.filter((plant) => plant.state === 'ok' || plant.state === 'attention').length;
  const total = props.plants.length;
  const name = t('widgets:plants.health', { ready, total });
  return (
    <button type="button" className={styles.button} title={name} aria-label={name} onClick={props.onOpen}>
      <span className={styles.strokes} aria-hidden="true">
        {props.plants.map((plant) => (
          <span key={plant.plantId} className={cx(styles.stroke, styles[plant.state])} />
        ))}
      </span>
      <span className={styles.words}>
        <span className={styles.word}>{t('widgets:plants.title')} </span>
        <span className={styles.figure}>
          {ready}/{total}
        </span>
      </span>
    </button>
  );
}
