import { Select } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import styles from './PlantAdmin.module.css';
import { setAdministeredPlant, useAdministeredPlant } from '../../lib/plants/administered-plant.ts';

type PlantUser = NonNullable<PlantSession['login']>['user'];

/** A plant the user is signed in to, with the user's record there. */
export interface AdminPlant {
  readonly peerId: number;
  readonly label: string;
  readonly user: PlantUser;
}

/**
 * Layout of an administration screen: selects one of the plants where the user has the right; without any, explains who
 * has it.
 */
export function PlantAdminLayout(props: {
  mayManage: (user: PlantUser) => boolean;
  noPlantText: string;
  children: (plant: AdminPlant, choice: ReactNode) => ReactNode;
}): ReactElement {
  const t = useT();
  const chosen = useAdministeredPlant(({ peerId }) => peerId);
  const plants = usePlantList().flatMap((plant): AdminPlant[] => {
    const { login, peerId, state } = plant;
    return state === 'ok' && login !== null && props.mayManage(login.user)
      ? [{ peerId, label: getPlantLabel(plant), user: login.user }]
      : [];
  });
  const plant = plants.find(({ peerId }) => peerId === chosen) ?? plants[0];
  if (plant === undefined)
    return (
      <div className={styles.page} id="results">
        <EmptyState icon="lock" tone="pv" title={t('plantAdmin:noPlant')}>
          {props.noPlantText}
        </EmptyState>
      </div>
    );
  const choice = (
    <Select
      aria-label={t('plantAdmin:plant')}
      w={220}
      allowDeselect={false}
      data={plants.map(({ peerId, label }) => ({ value: String(peerId), label }))}
      value={String(plant.peerId)}
      onChange={(value) => setAdministeredPlant(Number(value))}
    />
  );
  return <>{props.children(plant, choice)}</>;
}
