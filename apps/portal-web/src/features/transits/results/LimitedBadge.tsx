import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './columns.module.css';

/** TBL-21: marks a plant that limits how far back the user may search. @param props.minutes `t_max`; 0: not limited, no badge */
export function LimitedBadge({ minutes }: { minutes: number }): ReactElement | null {
  const t = useT();
  if (minutes <= 0) return null;
  const most =
    minutes % 60 === 0
      ? t('widgets:plants.maxHours', { hours: minutes / 60 })
      : t('widgets:plants.maxMinutes', { minutes });
  return (
    <span className={styles.limited} title={most}>
      {t('transits:limited')}
      <span className="visually-hidden"> {most}</span>
    </span>
  );
}
