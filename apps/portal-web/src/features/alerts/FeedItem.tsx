import { formatTime } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { getAlertKey } from '../../lib/alerts/alert-decision.ts';
import { type ReceivedAlert, showAlert } from '../../lib/alerts/alerts.store.ts';
import { useWaitingDecisions } from '../../lib/alerts/waiting-decisions.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { AlertKindChip } from './AlertKindChip.tsx';
import { formatAlertReason } from './format-alert.ts';
import styles from './alerts.module.css';

/** One alert in the list: plate, kind, time, gate, and reason. */
export function FeedItem(props: { held: ReceivedAlert }): ReactElement {
  const { id, peerId, alert } = props.held;
  const t = useT();
  const plant = usePlant(peerId);
  const reason = formatAlertReason(alert, t);
  return (
    <li>
      <button
        type="button"
        className={cx(styles.item, alert.priorita === 1 && alert.esito === null && styles.urgent)}
        onClick={() => showAlert(id)}
      >
        <span className={styles.line}>
          <PlateBadge plate={alert.targa} nation={alert.nazione === '' ? null : alert.nazione} />
          <AlertKindChip kind={alert.tipo} />
          <span className={styles.grow} />
          <time dateTime={alert.data}>{formatTime(alert.data)}</time>
        </span>
        <span className={styles.quiet}>
          {plant === null ? '' : `${getPlantLabel(plant)} · `}
          {alert.varco}
        </span>
        {reason !== '' && <span>{reason}</span>}
        <CorrectedPlate held={props.held} />
        <AlertProgress held={props.held} />
      </button>
    </li>
  );
}

/** The plate as a person corrected the read; nothing when nobody did. */
export function CorrectedPlate({ held: { alert } }: { held: ReceivedAlert }): ReactElement | null {
  const t = useT();
  if (alert.targa_corretta === '') return null;
  return <span>{t('alerts:card.corrected', { plate: alert.targa_corretta })}</span>;
}

/** Progress of an alert: its outcome, its owner, or not taken yet. */
export function AlertProgress(props: { held: ReceivedAlert }): ReactElement | null {
  const { id, alert } = props.held;
  const t = useT();
  const isWaiting = useWaitingDecisions(({ list }) =>
    list.some((one) => one.refusal === null && getAlertKey(one) === id),
  );
  if (isWaiting) return <StatusChip tone="wa" icon="hourglass" word={t('alerts:waiting.chip')} size="sm" />;
  if (alert.esito !== null)
    return <StatusChip tone="ok" icon="check" word={t(`alerts:outcome.${alert.esito}`)} size="sm" />;
  if (alert.in_carico_a !== '') return <StatusChip tone="in" icon="user" word={alert.in_carico_a} size="sm" />;
  if (alert.sollecitato_il !== null)
    return <StatusChip tone="wa" icon="hourglass" word={t('alerts:card.noOwner')} size="sm" />;
  return null;
}
