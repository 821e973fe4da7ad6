import { formatTime } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import { type ReceivedAlert, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { AlertKindChip } from './AlertKindChip.tsx';
import { AlertProgress, CorrectedPlate } from './FeedItem.tsx';
import { formatAlertReason } from './format-alert.ts';
import { ConnectionChip } from './LatestAlerts.tsx';
import styles from './WallAlerts.module.css';

/** Whether somebody still has to take the alert at once. */
const isOpenAndUrgent = ({ alert }: ReceivedAlert): boolean =>
  alert.priorita === 1 && alert.esito === null && alert.in_carico_a === '';

/** Alerts in the order of the wall: those nobody has taken yet stay on top, then the newest. */
export const sortForWall = (list: readonly ReceivedAlert[]): readonly ReceivedAlert[] =>
  list.toSorted((a, b) => Number(isOpenAndUrgent(b)) - Number(isOpenAndUrgent(a)));

/** The latest alerts for a screen that is read from across the room. What does not fit is cut at the bottom. */
export function WallAlerts(): ReactElement {
  const t = useT();
  const list = useAlerts((alerts) => alerts.list);
  return (
    <section className={styles.panel} aria-label={t('alerts:feed')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('alerts:feed')}</h2>
        <ConnectionChip />
      </header>
      {list.length === 0 ? (
        <p className={styles.none}>{t('alerts:empty')}</p>
      ) : (
        <ul className={styles.list}>
          {sortForWall(list).map((held) => (
            <WallAlert key={held.id} held={held} />
          ))}
        </ul>
      )}
    </section>
  );
}

function WallAlert(props: { held: ReceivedAlert }): ReactElement {
  const t = useT();
  const { peerId, alert } = props.held;
  const plant = usePlant(peerId);
  const reason = formatAlertReason(alert, t);
  return (
    <li className={cx(styles.item, isOpenAndUrgent(props.held) && styles.urgent)}>
      <span className={styles.line}>
        <PlateBadge plate={alert.targa} nation={alert.nazione === '' ? null : alert.nazione} size="card" />
        <AlertKindChip kind={alert.tipo} />
        <time className={styles.time} dateTime={alert.data}>
          {formatTime(alert.data)}
        </time>
      </span>
      <span className={styles.where}>
        {plant === null ? '' : `${getPlantLabel(plant)} · `}
        {alert.varco}
      </span>
      {reason !== '' && <span className={styles.why}>{reason}</span>}
      <CorrectedPlate held={props.held} />
      <AlertProgress held={props.held} />
    </li>
  );
}
