import { Button, Checkbox, MultiSelect, Slider, Switch } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { ALERT_CHOICES, type AlertChoice } from '@varco/domain/alerts/alert-kinds.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import { type ReactElement, useState } from 'react';
import { configureAlerts } from '../../lib/alerts/alert-centre.ts';
import { useAlerts } from '../../lib/alerts/alerts.store.ts';
import { requestNotificationPermission, playTones } from '../../lib/alerts/announce.ts';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { loadMessages } from '../../lib/messages.ts';
import { plantGatesQuery } from './alerts.api.ts';
import styles from './alerts.module.css';

/** Rarely used; loaded with its texts when the settings are opened. */
const { Component: PushSettings } = lazyComponent(async () => {
  const [{ PushSettings: Part }] = await Promise.all([import('./PushSettings.tsx'), loadMessages('channels')]);
  return Part;
});

/** T 3.14: settings for kinds, plants, gates, and notifications. Changes apply at once, in every tab. */
export function AlertSettings(): ReactElement {
  const t = useT();
  const config = useAlerts((alerts) => alerts.config);
  const plants = usePlantList().filter(({ login }) => login !== null && isForceEnabled(login.user));
  const kinds: readonly AlertChoice[] = config.alerts;
  return (
    <div className={styles.settings}>
      <Checkbox.Group
        label={t('alerts:config.kinds')}
        value={[...kinds]}
        onChange={(chosen) =>
          configureAlerts({ ...config, alerts: ALERT_CHOICES.filter((choice) => chosen.includes(choice)) })
        }
      >
        {ALERT_CHOICES.map((choice) => (
          <Checkbox key={choice} value={choice} label={t(`alerts:kind.${choice}`)} size="xs" mt={10} />
        ))}
      </Checkbox.Group>
      <MultiSelect
        size="xs"
        label={t('alerts:config.plants')}
        placeholder={config.peers.length === 0 ? t('alerts:config.plantsAll') : ''}
        value={config.peers.map(String)}
        onChange={(chosen) => configureAlerts({ ...config, peers: chosen.map(Number) })}
        data={plants.map((plant) => ({ value: String(plant.peerId), label: getPlantLabel(plant) }))}
      />
      {kinds.includes('varchi') && <GateSelection plants={plants} />}
      <NotificationSettings />
      <PushSettings />
      <p className={styles.quiet}>{t('alerts:config.kept')}</p>
    </div>
  );
}

function GateSelection(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const config = useAlerts((alerts) => alerts.config);
  const answers = useQueries({ queries: props.plants.map(({ peerId }) => plantGatesQuery(peerId)) });
  const data = props.plants.map((plant, index) => ({
    group: getPlantLabel(plant),
    items: (answers[index]?.data?.objects ?? [])
      .filter((gate) => gate.enabled_for_user)
      .map((gate) => ({ value: `${plant.peerId} ${gate.id}`, label: gate.fullname })),
  }));
  return (
    <MultiSelect
      size="xs"
      searchable
      label={t('alerts:config.gates')}
      description={t('alerts:config.gatesHint')}
      value={config.gates.map(({ peerId, gateId }) => `${peerId} ${gateId}`)}
      onChange={(chosen) =>
        configureAlerts({
          ...config,
          gates: chosen.map((value) => {
            const [peerId = 0, gateId = 0] = value.split(' ').map(Number);
            return { peerId, gateId };
          }),
        })
      }
      data={data}
    />
  );
}

function NotificationSettings(): ReactElement {
  const t = useT();
  const config = useAlerts((alerts) => alerts.config);
  const [isDenied, setDenied] = useState(false);
  const setDesktop = async (isRequested: boolean): Promise<void> => {
    const isAllowed = isRequested && (await requestNotificationPermission());
    setDenied(isRequested && !isAllowed);
    configureAlerts({ ...useAlerts.getState().config, desktop: isAllowed });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('alerts:config.how')}</legend>
      <Switch
        size="xs"
        label={t('alerts:config.autoPopup')}
        checked={config.autoPopup}
        onChange={(event) => configureAlerts({ ...config, autoPopup: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t('alerts:config.sound')}
        checked={config.sound}
        onChange={(event) => configureAlerts({ ...config, sound: event.currentTarget.checked })}
      />
      <Slider
        size="xs"
        min={0.1}
        max={1}
        step={0.1}
        label={null}
        thumbLabel={t('alerts:config.volume')}
        disabled={!config.sound}
        value={config.volume}
        onChange={(volume) => configureAlerts({ ...config, volume })}
      />
      <Button size="xs" variant="default" onClick={() => playTones([880, 660], config.volume)}>
        {t('alerts:config.tryIt')}
      </Button>
      <Switch
        size="xs"
        label={t('alerts:config.desktop')}
        checked={config.desktop}
        onChange={(event) => void setDesktop(event.currentTarget.checked)}
      />
      {isDenied && <p role="status">{t('alerts:config.desktopDenied')}</p>}
    </fieldset>
  );
}
