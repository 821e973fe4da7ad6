import { Popover } from '@mantine/core';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import type { PlantLoginState } from '@varco/domain/plants/login-state.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { isAway, type PlantSession } from '../../lib/plants/plant-store.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { ConnectionMeter } from '../../widgets/plants/ConnectionMeter.tsx';
import { getPlantHealth } from './PlantHealth.tsx';

const SIGN_IN_STATE_LABELS: Readonly<Record<PlantLoginState, readonly [Tone, MessageKey]>> = {
  unknown: ['nt', 'shell:plantState.unknown'],
  new: ['in', 'shell:plantState.verifying'],
  empty: ['wa', 'shell:plantState.empty'],
  verifying: ['in', 'shell:plantState.verifying'],
  ok: ['ok', 'widgets:plants.online'],
  bad: ['al', 'shell:plantState.bad'],
  expired: ['al', 'shell:plantState.expired'],
  userdisabled: ['al', 'shell:plantState.userdisabled'],
  weakpwd: ['wa', 'shell:plantState.weakpwd'],
};

function getSignInLabel(plant: PlantSession): readonly [Tone, MessageKey] {
  if (isAway(plant.reason)) return ['nt', 'widgets:plants.offline'];
  if (plant.state === 'ok' && plant.login !== null && !isForceEnabled(plant.login.user)) {
    return ['pv', 'widgets:plants.noPermission'];
  }
  return SIGN_IN_STATE_LABELS[plant.state];
}

/** Each plant with the state of its sign-in. Offline plants are shown only when the user chose so (UI settings). */
export function PlantSignInStates(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const showOffline = usePreferences((preferences) => preferences.showOffline);
  const shown = props.plants.filter((plant) => showOffline || !isAway(plant.reason));
  const hidden = props.plants.length - shown.length;
  return (
    <>
      <KeyValueList
        labelWidth={150}
        items={shown.map((plant) => {
          const [tone, text] = getSignInLabel(plant);
          return {
            key: plant.credentialId,
            label: getPlantLabel(plant),
            value: <StatusChip tone={tone} word={t(text)} />,
          };
        })}
      />
      {hidden > 0 && <p>{t('shell:health.hidden', { count: hidden })}</p>}
    </>
  );
}

/** Health of all plants in the top bar. The menu lists each plant with the state of its sign-in. */
export function PlantHealthMenu(props: { plants: readonly PlantSession[] }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span>
          <ConnectionMeter plants={props.plants.map(getPlantHealth)} onOpen={() => setOpen((open) => !open)} />
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <PlantSignInStates plants={props.plants} />
      </Popover.Dropdown>
    </Popover>
  );
}
