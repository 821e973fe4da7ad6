import { useQuery } from '@tanstack/react-query';
import { getSystemStatusState, type SystemStatusState } from '@varco/domain/plants/system-status.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement } from 'react';
import { toInstant, now } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { PlantStatusChip } from '../../widgets/plants/PlantStatusChip.tsx';
import { plantStatusQuery } from './plant-status.api.ts';
import styles from './PlantStatusScreen.module.css';
import { buildStatusRows } from './status-rows.ts';

const STATE_STYLES: Readonly<Record<SystemStatusState, readonly [Tone, IconName]>> = {
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
  const at = found.dataUpdatedAt === 0 ? now() : toInstant(found.dataUpdatedAt);
  const state = getSystemStatusState(found.isPending ? undefined : (found.data ?? null), at);
  const [tone, icon] = STATE_STYLES[state];
  return (
    <Panel title={getPlantLabel(plant)} icon="gate" padding="text">
      <div className={styles.chips}>
        {plant.peer !== null && <PlantStatusChip peer={plant.peer} now={at} />}
        {isSignedIn ? (
          <StatusChip tone={tone} icon={icon} word={t(`plants:system.${state}`)} isSpinning={state === 'verifying'} />
        ) : (
          <StatusChip tone="nt" icon="lock" word={t('plants:system.notSignedIn')} />
        )}
      </div>
      {found.isError && <p>{t('plants:system.unavailable')}</p>}
      {found.data !== undefined && <KeyValueList labelWidth={180} items={buildStatusRows(found.data, t, language)} />}
    </Panel>
  );
}
