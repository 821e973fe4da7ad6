import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertRecipient, ChannelState } from '@varco/contract/plant/alert-channels.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { ChannelCard } from './ChannelCard.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import { channelsQuery, deliveriesQuery } from './channels.api.ts';
import { DeliveryTable } from './DeliveryTable.tsx';
import { PlantFailure } from './AlertHistoryTable.tsx';
import { BlacklistNotificationTable } from './BlacklistNotificationTable.tsx';
import { RecipientDialog } from './RecipientDialog.tsx';
import { RecipientTable } from './RecipientTable.tsx';
import { PlantSelect } from '../../widgets/plants/PlantSelect.tsx';
import styles from './alerts.module.css';

/** Alert channels of one plant, for its administrators: state, recipients, and deliveries. */
export function ChannelsView(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(
    ({ state, login }) => state === 'ok' && (login?.user.level ?? 0) >= PLANT_ADMIN_LEVEL,
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const plant = plants.find(({ peerId }) => peerId === chosen) ?? plants[0];
  if (plant === undefined)
    return (
      <EmptyState icon="lock" tone="pv" title={t('channels:nowhere')}>
        {t('channels:nowhereText')}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.quiet}>{t('channels:intro')}</p>
      <PlantSelect label={t('channels:plant')} plants={plants} value={plant.peerId} onChange={setChosen} />
      <PlantChannels key={plant.peerId} peerId={plant.peerId} />
    </>
  );
}

function PlantChannels({ peerId }: { peerId: number }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const channels = useQuery(channelsQuery(peerId));
  const deliveries = useQuery(deliveriesQuery(peerId));
  const [channel, setChannel] = useState<ChannelState | null>(null);
  const [recipient, setRecipient] = useState<AlertRecipient | 'new' | null>(null);
  const refresh = (): void => void client.invalidateQueries({ queryKey: ['alert-channels', peerId] });
  if (channels.isError) return <PlantFailure peerId={peerId} error={channels.error} />;
  if (channels.data === undefined) return <p role="status">{t('common:loading')}</p>;
  const { canali, impostazioni, destinatari } = channels.data;
  const close = (): void => {
    setChannel(null);
    setRecipient(null);
  };
  const saved = (): void => {
    close();
    refresh();
  };
  return (
    <>
      <div className={styles.channels}>
        {canali.map((state) => (
          <ChannelCard key={state.tipo} state={state} onConfigure={() => setChannel(state)} />
        ))}
      </div>
      <h2 className={styles.subtitle}>{t('channels:recipients')}</h2>
      <div className={styles.buttons}>
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setRecipient('new')}>
          {t('channels:addRecipient')}
        </Button>
        <Button size="xs" variant="default" leftSection={<Icon name="refresh" />} onClick={refresh}>
          {t('channels:refresh')}
        </Button>
      </div>
      <RecipientTable peerId={peerId} rows={destinatari} onEdit={setRecipient} onChanged={refresh} />
      <BlacklistNotificationTable peerId={peerId} />
      <h2 className={styles.subtitle}>{t('channels:deliveries')}</h2>
      <DeliveryTable rows={deliveries.data?.objects ?? []} />
      {channel !== null && (
        <ChannelDialog peerId={peerId} state={channel} settings={impostazioni} onClose={close} onSaved={saved} />
      )}
      {recipient !== null && (
        <RecipientDialog
          peerId={peerId}
          existing={recipient === 'new' ? null : recipient}
          onClose={close}
          onSaved={saved}
        />
      )}
    </>
  );
}
