import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './columns.module.css';

/**
 * TBL-21: marks a plant that limits how far back the user may search. Drawn as a funnel only: words would take the room of the
 * gate beside it.
 * @param props.minutes `t_max`; 0: not limited, no badge
 */
export function LimitedBadge({ minutes }: { minutes: number }): ReactElement | null {
  const t = useT();
  if (minutes <= 0) return null;
  const most =
    minutes % 60 === 0
      ? t('widgets:plants.maxHours', { hours: minutes / 60 })
      : t('widgets:plants.maxMinutes', { minutes });
  return (
    <span className={styles.limitedIcon} title={most}>
      <Icon name="filter" size="sm" />
      <span className="visually-hidden">
        {t('transits:limited')} {most}
      </span>
    </span>
  );
}
