import type { Gate } from '@varco/contract/plant/gates.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { nowMs, toMilliseconds } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import styles from './Monitor.module.css';
import { computeAge } from './transit-age.ts';
import { useCurrentTime } from './use-rotation.ts';

/** Interval at which the shown ages are updated. */
const AGE_REFRESH_MS = 5_000;
/** States of a gate that asks for somebody to look at it. */
const TROUBLED: readonly Gate['stato'][] = ['error', 'noplate', 'sleep'];

/**
 * Before gates are chosen: what each plant has, without opening a transit, and one press to watch all its gates. A
 * transit is shown only to who asked for it, because that is logged.
 */
export function PlantOverview(props: {
  plants: readonly PlantSession[];
  onWatch: (peerId: number) => void;
}): ReactElement {
  const t = useT();
  const { plants, onWatch } = props;
  const { gates, failed } = useGateStates(plants.map(({ peerId }) => peerId));
  return (
    <div className={styles.overview}>
      <EmptyState icon="camera" title={t('monitor:empty')}>
        {t('monitor:emptyText')}
      </EmptyState>
      <SimpleTable
        label={t('monitor:overview.title')}
        isFramed
        columns={[
          { key: 'plant', title: t('monitor:overview.plant') },
          { key: 'gates', title: t('monitor:overview.gates'), isNumeric: true },
          { key: 'troubled', title: t('monitor:overview.troubled'), isNumeric: true },
          { key: 'newest', title: t('monitor:overview.newest') },
        ]}
      >
        {plants.map((plant) => (
          <PlantRow
            key={plant.peerId}
            plant={plant}
            gates={gates.flatMap(({ peerId, gate }) => (peerId === plant.peerId ? [gate] : []))}
            hasFailed={failed.includes(plant.peerId)}
            onWatch={() => onWatch(plant.peerId)}
          />
        ))}
      </SimpleTable>
    </div>
  );
}

function PlantRow(props: {
  plant: PlantSession;
  gates: readonly Gate[];
  hasFailed: boolean;
  onWatch: () => void;
}): ReactElement {
  const t = useT();
  const { plant, gates, hasFailed, onWatch } = props;
  const time = useCurrentTime(AGE_REFRESH_MS, nowMs);
  const name = getPlantLabel(plant);
  const usable = gates.filter(({ enabled_for_user: isVisible, stato }) => isVisible && stato !== 'disabled');
  const isKnown = gates.length > 0;
  const newest = usable.map(({ last_plate_date: moment }) => moment ?? '').reduce((a, b) => (a > b ? a : b), '');
  const age = newest === '' ? null : computeAge(time - toMilliseconds(newest));
  return (
    <TableRow>
      <th scope="row">
        <TextButton
          icon="camera"
          aria-label={t('monitor:overview.watch', { plant: name })}
          disabled={usable.length === 0}
          onClick={onWatch}
        >
          {name}
        </TextButton>
      </th>
      <NumberCell>{isKnown ? usable.length : '—'}</NumberCell>
      <NumberCell>{isKnown ? usable.filter(({ stato }) => TROUBLED.includes(stato)).length : '—'}</NumberCell>
      <td>{hasFailed ? t('monitor:overview.failed') : age === null ? '—' : t(age.key, { count: age.count })}</td>
    </TableRow>
  );
}
