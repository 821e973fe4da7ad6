import { Button, Switch } from '@mantine/core';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { readOwnPush } from '@varco/contract/plant/own-push.ts';
import { ALERT_KINDS, type AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import type { ReactElement } from 'react';
import { useAlerts } from '../../lib/alerts/alerts.store.ts';
import { type BrowserPush, thisBrowser } from '../../lib/alerts/web-push.ts';
import { useT } from '../../lib/i18n.tsx';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import styles from './alerts.module.css';
import { DeviceEnrol } from './DeviceEnrol.tsx';
import { toPushFailure, type OwnPush, ownPushQuery, removePushBrowser, disablePush, enablePush } from './push.api.ts';

/** Alerts while the portal is closed: one switch per plant with push, for this browser. */
export function PushSettings({ browser = thisBrowser }: { browser?: BrowserPush }): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(({ login }) => login !== null && isForceEnabled(login.user));
  const answers = useQueries({ queries: plants.map(({ peerId }) => ownPushQuery(peerId)) });
  const offers = plants.flatMap((plant, index) => {
    const own = answers[index]?.data;
    return own === undefined || (!own.attivo && own.objects.length === 0) ? [] : [{ plant, own }];
  });
  const state = browser.getState();
  const user = useSession((session) => session.user?.uuid ?? '');
  const language = usePreferences((preferences) => preferences.language);
  const chosen = useAlerts(({ config }) => config.alerts);
  const kinds = ALERT_KINDS.filter((kind) => chosen.includes(kind));
  const isAsking = answers.some(({ isPending }) => isPending);
  return (
    <fieldset className={styles.group}>
      <legend>{t('channels:push.title')}</legend>
      <p className={styles.quiet}>{t('channels:push.intro')}</p>
      {state !== 'possible' && <p role="status">{t(`channels:push.${state}`)}</p>}
      {offers.length === 0 && <p role="status">{t(isAsking ? 'common:loading' : 'channels:push.nowhere')}</p>}
      {offers.map(({ plant, own }) => (
        <PlantPush key={plant.peerId} plant={plant} own={own} browser={browser} />
      ))}
      <DeviceEnrol
        plants={plants}
        subscribe={(plant) =>
          subscribeToPlant(plant, browser, { user, kinds: kinds.length === 0 ? ALERT_KINDS : kinds, language })
        }
      />
    </fieldset>
  );
}

/** Subscribes this browser to one plant; resolves with its id there. @throws PushRefused */
async function subscribeToPlant(
  { peerId, login }: PlantSession,
  browser: BrowserPush,
  { user, ...request }: { user: string; kinds: readonly AlertKind[]; language: 'it' | 'en' },
): Promise<number> {
  const { chiave: key } = await callPeer(peerId, readOwnPush, {});
  return enablePush(browser, { peerId, plantUuid: login?.parameters.plant_uuid ?? '', user }, { ...request, key });
}

interface Props {
  readonly plant: PlantSession;
  readonly own: OwnPush;
  readonly browser: BrowserPush;
}

function PlantPush({ plant, own, browser }: Props): ReactElement {
  const t = useT();
  const { here, kinds, isReady, change } = usePlantPush({ plant, own, browser });
  const wordsOf = (list: readonly AlertKind[]): string => list.map((kind) => t(`alerts:kind.${kind}`)).join(', ');
  const isOn = here !== undefined;
  const isOther = here !== undefined && here.tipi.join(' ') !== kinds.join(' ');
  const canSwitch = isReady && (isOn || (own.attivo && kinds.length > 0 && browser.getState() === 'possible'));
  return (
    <>
      <Switch
        size="xs"
        label={getPlantLabel(plant)}
        checked={isOn}
        disabled={!canSwitch || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked ? 'on' : 'off')}
      />
      {isOn && <p className={styles.quiet}>{t('channels:push.told', { kinds: wordsOf(here.tipi) })}</p>}
      {kinds.length === 0 && !isOn && <p className={styles.quiet}>{t('channels:push.noKinds')}</p>}
      {isOther && kinds.length > 0 && (
        <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate('on')}>
          {t('channels:push.update')}
        </Button>
      )}
      {own.esclusi.length > 0 && (
        <p className={styles.quiet}>{t('channels:push.excluded', { kinds: wordsOf(own.esclusi) })}</p>
      )}
      {change.isError && <p role="alert">{t(`channels:push.failed.${toPushFailure(change.error)}`)}</p>}
      {own.objects
        .filter(({ id }) => id !== here?.id)
        .map(({ id, nome }) => (
          <Button key={id} size="xs" variant="default" onClick={() => change.mutate(id)}>
            {t('channels:push.remove', { name: nome })}
          </Button>
        ))}
    </>
  );
}

/**
 * Push state of this browser on one plant, and the actions on it. The action's number, if any, is the id of another
 * browser to remove.
 */
function usePlantPush({ plant, own, browser }: Props) {
  const client = useQueryClient();
  const user = useSession((session) => session.user?.uuid ?? '');
  const language = usePreferences((preferences) => preferences.language);
  const chosen = useAlerts(({ config }) => config.alerts);
  const plantUuid = plant.login?.parameters.plant_uuid ?? '';
  const place = { peerId: plant.peerId, plantUuid, user };
  const print = useQuery({
    queryKey: ['own-push', plant.peerId, 'here', plantUuid, user],
    queryFn: () => browser.getFingerprint(plantUuid, user),
    enabled: browser.getState() !== 'unsupported',
    staleTime: 0,
  });
  const kinds = ALERT_KINDS.filter((kind) => chosen.includes(kind));
  const here = own.objects.find(({ impronta }) => impronta === print.data);
  const change = useMutation({
    mutationFn: (request: 'on' | 'off' | number) => {
      if (request === 'on')
        return enablePush(browser, place, { key: own.chiave, kinds, language }).then(() => undefined);
      return request === 'off'
        ? disablePush(browser, place, here?.id ?? null)
        : removePushBrowser(plant.peerId, request);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['own-push', plant.peerId] }),
  });
  return { here, kinds, isReady: !print.isLoading, change };
}
