import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { toReceivedAlert, useAlerts } from '../../lib/alerts/alerts.store.ts';
import type { AlertReference } from '../../lib/alerts/alert-reference.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { AlertCard } from './AlertCard.tsx';
import { openedAlertQuery } from './alerts.api.ts';
import { PlantFailure } from './AlertHistoryTable.tsx';
import styles from './alerts.module.css';

/** The alert that a row of the history, a message or a notification opened, once its plant has answered. */
export function OpenedAlertCard(props: { pressed: AlertReference; onBack: () => void }): ReactElement {
  const { pressed, onBack } = props;
  const t = useT();
  const plants = usePlantList();
  const plant = plants.find(({ login }) => login?.parameters.plant_uuid === pressed.plant);
  const peerId = plant?.peerId ?? 0;
  const { data, error } = useQuery({ ...openedAlertQuery(peerId, pressed.alert), enabled: plant !== undefined });
  // Changes made in the card are newer.
  const live = useAlerts(({ list }) => list.find(({ id }) => id === `${peerId} ${pressed.alert}`));
  if (data !== undefined) {
    const stored = toReceivedAlert(peerId, data);
    return <AlertCard held={live !== undefined && live.version > stored.version ? live : stored} onBack={onBack} />;
  }
  const isWaiting = plant === undefined && plants.some(({ state }) => state === 'new' || state === 'verifying');
  if (error === null && (isWaiting || plant !== undefined)) return <p role="status">{t('common:loading')}</p>;
  const isGone = plant === undefined || (error instanceof ApiError && error.code === 'not_found');
  return (
    <>
      {isGone ? (
        <Notice tone="wa">{t(plant === undefined ? 'alerts:pressed.noPlant' : 'alerts:pressed.gone')}</Notice>
      ) : (
        <PlantFailure peerId={peerId} error={error} />
      )}
      <div className={styles.buttons}>
        <Button size="xs" variant="default" onClick={onBack}>
          {t('alerts:back')}
        </Button>
      </div>
    </>
  );
}
