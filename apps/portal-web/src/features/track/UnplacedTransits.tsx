import { formatDate, formatTime } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './UnplacedTransits.module.css';
import type { TrackModel } from './use-track-model.ts';

/** Transits whose gate has no position; they are listed but not on the map. */
export function UnplacedTransits(props: { work: TrackModel }): ReactElement {
  const t = useT();
  const points = props.work.track.points.filter(({ coordinates }) => coordinates === null);
  return (
    <details className={styles.unplaced}>
      <summary>
        <Icon name="pin" size="sm" /> {t('maps:track.unplaced', { count: points.length })}
      </summary>
      <ul>
        {points.map(({ peerId, transit, number }) => (
          <li key={`${peerId} ${transit.id}`}>
            {number}. {formatDate(transit.data)} {formatTime(transit.data)} · {transit.varco}
          </li>
        ))}
      </ul>
    </details>
  );
}
