import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@varco/i18n/format.ts';
import { type ReactElement, useEffect, useState } from 'react';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { holdObjectUrl, getObjectUrl } from '../../lib/object-urls.ts';
import { alertPictureQuery, alertQuery } from './alerts.api.ts';
import styles from './alerts.module.css';

/** Crop of the plate and the full picture. A ticket works once, so tickets are requested once per card. */
export function AlertPictures(props: { held: ReceivedAlert }): ReactElement | null {
  const { peerId, alert } = props.held;
  const t = useT();
  // Uses the tickets of the alert version the card was opened with; later versions request no new ones.
  const [version] = useState(alert.ver);
  const hasAny = alert.has_image || alert.has_plate_image || alert.has_context_image;
  const { data } = useQuery({ ...alertQuery(peerId, alert.id, version), enabled: hasAny });
  if (!hasAny) return <p className={styles.quiet}>{t('alerts:card.noImage')}</p>;
  const around = data?.tickets.t400 === undefined ? 'context' : 't400';
  const words = { gate: alert.varco, at: formatDateTime(alert.data) };
  return (
    <div className={styles.pictures}>
      <TicketPicture
        of={alertPictureQuery(peerId, alert.transito, 'plate', data?.tickets.plate)}
        alt={t('alerts:card.plateImage', { plate: alert.targa })}
      />
      <TicketPicture
        of={alertPictureQuery(peerId, alert.transito, around, data?.tickets[around])}
        alt={t('alerts:card.contextImage', words)}
      />
    </div>
  );
}

function TicketPicture(props: { of: ReturnType<typeof alertPictureQuery>; alt: string }): ReactElement | null {
  const { data: blob = null } = useQuery(props.of);
  useEffect(() => (blob === null ? undefined : holdObjectUrl(blob)), [blob]);
  return blob === null ? null : <img src={getObjectUrl(blob)} alt={props.alt} className={styles.picture} />;
}
