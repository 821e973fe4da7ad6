import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnInterforce } from '@varco/contract/plant/alert-people.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { PlantSelect } from '../../widgets/plants/PlantSelect.tsx';
import styles from './alerts.module.css';
import { PlantFailure } from './AlertHistoryTable.tsx';
import { InterforceRequests } from './InterforceRequests.tsx';
import { requestInterforce, ownInterforceQuery } from './people.api.ts';
import { INTERFORCE_TONES } from './interforce-tones.ts';

/** The INTERFORCE list of one plant (P 6): own state and request; for a manager, also the requests of others. */
export function InterforceView(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(
    ({ state, login }) => state === 'ok' && login !== null && isForceEnabled(login.user),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const plant = plants.find(({ peerId }) => peerId === chosen) ?? plants[0];
  if (plant === undefined)
    return (
      <EmptyState icon="lock" tone="pv" title={t('channels:interforce.nowhere')}>
        {t('channels:interforce.nowhereText')}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.quiet}>{t('channels:interforce.intro')}</p>
      <PlantSelect label={t('channels:plant')} plants={plants} value={plant.peerId} onChange={setChosen} />
      <PlantInterforce key={plant.peerId} peerId={plant.peerId} />
    </>
  );
}

function PlantInterforce({ peerId }: { peerId: number }): ReactElement {
  const t = useT();
  const { data, error } = useQuery(ownInterforceQuery(peerId));
  if (error !== null) return <PlantFailure peerId={peerId} error={error} />;
  if (data === undefined) return <p role="status">{t('common:loading')}</p>;
  return (
    <>
      <OwnInterforceState peerId={peerId} own={data} />
      {data.responsabile && <InterforceRequests peerId={peerId} isInside={data.interno} />}
    </>
  );
}

function OwnInterforceState({ peerId, own }: { peerId: number; own: OwnInterforce }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: (isRequested: boolean) => requestInterforce(peerId, isRequested),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: ['interforce', peerId] }),
  });
  const { interforze: standing, chiesta_il: requested, decisa_il: decided, decisa_da: by, verifica: note } = own;
  const chip = (
    <StatusChip
      tone={INTERFORCE_TONES[standing]}
      variant="tint"
      icon={standing === 'enabled' ? 'check' : 'shield'}
      word={t(`channels:interforce.standing.${standing}`)}
    />
  );
  const isTurnedDown = standing === 'no' && decided !== null;
  return (
    <Panel title={t('channels:interforce.own')} aside={chip} padding="text">
      {standing === 'asked' && requested !== null && (
        <p>{t('channels:interforce.waits', { at: formatDateTime(requested) })}</p>
      )}
      {standing === 'enabled' && decided !== null && (
        <p>{t('channels:interforce.given', { at: formatDateTime(decided), name: by })}</p>
      )}
      {isTurnedDown && <p>{t('channels:interforce.refused', { at: formatDateTime(decided), name: by, note })}</p>}
      <Button
        size="xs"
        variant={standing === 'no' ? 'filled' : 'default'}
        loading={ask.isPending}
        onClick={() => ask.mutate(standing === 'no')}
      >
        {t(`channels:interforce.ask.${standing}`)}
      </Button>
    </Panel>
  );
}
