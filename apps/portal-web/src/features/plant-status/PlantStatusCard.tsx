import { useQuery } from '@tanstack/react-query';
import { systemStatusState, type SystemStatusState } from '@varco/domain/plants/system-status.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement } from 'react';
import { instantOf, now } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { plantLabel } from '../../lib/plants/use-plants.ts';
import { PlantStatusChip } from '../../widgets/plants/PlantStatusChip.tsx';
import { plantStatusQuery } from './plant-status.api.ts';
import styles from './PlantStatusScreen.module.css';
import { statusRows } from './status-rows.ts';

const LOOKS: Readonly<Record<SystemStatusState, readonly [Tone, IconName]>> = {
  verifying: ['in', 'arc'],
  ok: ['ok', 'check'],
  invalid: ['al', 'octagon'],
};

/** Card of one plant: status in the registry, and clock, services and figures reported by the plant. */
export function PlantStatusCard(props: { plant: PlantSession }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { plant } = props;
  const isSignedIn = plant.state === 'ok';
  const found = useQuery({ ...plantStatusQuery(plant), enabled: isSignedIn });
  const at = found.dataUpdatedAt === 0 ? now() : instantOf(found.dataUpdatedAt);
  const state = systemStatusState(found.isPending ? undefined : (found.data ?? null), at);
  const [tone, icon] = LOOKS[state];
  return (
    <Panel title={plantLabel(plant)} icon="gate" padding="text">
      <div className={styles.chips}>
        {plant.peer !== null && <PlantStatusChip peer={plant.peer} now={at} />}
        {isSignedIn ? (
          <StatusChip tone={tone} icon={icon} word={t(`plants:system.${state}`)} isSpinning={state === 'verifying'} />
        ) : (
          <StatusChip tone="nt" icon="lock" word={t('plants:system.notSignedIn')} />
        )}
      </div>
      {found.isError && <p>{t('plants:system.unavailable')}</p>}
      {found.data !== undefined && <KeyValueList labelWidth={180} items={statusRows(found.data, t, language)} />}
    </Panel>
  );
}
