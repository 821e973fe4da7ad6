import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { enrolDevice } from '@varco/contract/plant/devices.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { PlantSelect } from '../../widgets/plants/PlantSelect.tsx';
import styles from './alerts.module.css';
import { toPushFailure } from './push.api.ts';

/** Subscribes this browser to notifications of a plant; resolves with the id of the browser there. */
export type Subscribe = (plant: PlantSession) => Promise<number>;

/**
 * Form for an enrolment code, used on the device it is meant for. A chat code needs nothing else. A code for a PC or
 * smartphone binds this browser, which first subscribes to notifications of the plant.
 */
export function DeviceEnrol(props: { plants: readonly PlantSession[]; subscribe: Subscribe }): ReactElement | null {
  const t = useT();
  const { plants, subscribe } = props;
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(null);
  const [code, setCode] = useState('');
  const plant = plants.find(({ peerId }) => peerId === chosen) ?? plants[0];
  const enrol = useMutation({
    mutationFn: (at: PlantSession) => enrolDeviceAt(at, code, subscribe),
    onSuccess: () => setCode(''),
    onError: (error) => {
      if (error instanceof ApiError && error.subCode === 'device_already_associated') notifyError(error);
    },
    onSettled: (_device, _error, { peerId }) => client.invalidateQueries({ queryKey: ['own-push', peerId] }),
  });
  if (plant === undefined) return null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    enrol.mutate(plant);
  };
  const failure = enrol.isError ? toEnrolFailure(enrol.error) : null;
  return (
    <form className={styles.group} onSubmit={submit} noValidate aria-label={t('channels:enrol.title')}>
      <strong>{t('channels:enrol.title')}</strong>
      <p className={styles.quiet}>{t('channels:enrol.intro')}</p>
      <PlantSelect label={t('channels:enrol.plant')} plants={plants} value={plant.peerId} onChange={setChosen} />
      <TextInput
        size="xs"
        label={t('channels:enrol.code')}
        autoComplete="off"
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
      />
      <Button type="submit" size="xs" disabled={code.trim() === ''} loading={enrol.isPending}>
        {t('channels:enrol.button')}
      </Button>
      {enrol.data !== undefined && <Notice tone="ok">{t('channels:enrol.done', { name: enrol.data.nome })}</Notice>}
      {failure !== null && <p role="alert">{t(failure)}</p>}
    </form>
  );
}

async function enrolDeviceAt(plant: PlantSession, codice: string, subscribe: Subscribe) {
  const ask = (browser: number | null) => callPeer(plant.peerId, enrolDevice, { body: { codice, browser } });
  try {
    return await ask(null);
  } catch (error) {
    if (!(error instanceof ApiError) || error.subCode !== 'push_needed') throw error;
  }
  return ask(await subscribe(plant));
}

/** Why a code was rejected, as a message key suffix; null: another element reports it. */
function toEnrolFailure(error: Error) {
  if (!(error instanceof ApiError)) return `channels:push.failed.${toPushFailure(error)}` as const;
  if (error.subCode === 'device_already_associated') return null;
  if (error.code === 'not_found') return 'channels:enrol.unknown' as const;
  return error.code === 'rate_limit_exceeded'
    ? ('channels:enrol.tooMany' as const)
    : ('channels:enrol.failed' as const);
}
