import { Select } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
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
 * has it. From the first click or key on the plant shown remains that one, also when plants sign in later or its own sign-in is
 * renewed: nobody may go on with the settings of another plant unnoticed.
 */
export function PlantAdminLayout(props: {
  mayManage: (user: PlantUser) => boolean;
  noPlantText: string;
  children: (plant: AdminPlant, choice: ReactNode) => ReactNode;
}): ReactElement {
  const t = useT();
  const chosen = useAdministeredPlant(({ peerId }) => peerId);
  const isSigningIn = useIsSigningIn();
  const plants = usePlantList().flatMap((plant): AdminPlant[] => {
    const { login, peerId, state } = plant;
    return login !== null && (state === 'ok' || peerId === chosen) && props.mayManage(login.user)
      ? [{ peerId, label: getPlantLabel(plant), user: login.user }]
      : [];
  });
  const plant = plants.find(({ peerId }) => peerId === chosen) ?? plants[0];
  if (plant === undefined)
    return (
      <div className={styles.page} id="results">
        {isSigningIn ? (
          <p role="status">{t('common:loading')}</p>
        ) : (
          <EmptyState icon="lock" tone="pv" title={t('plantAdmin:noPlant')}>
            {props.noPlantText}
          </EmptyState>
        )}
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
  const pin = (): void => {
    if (chosen !== plant.peerId) setAdministeredPlant(plant.peerId);
  };
  return (
    <div className={styles.pinned} onPointerDownCapture={pin} onKeyDownCapture={pin}>
      {props.children(plant, choice)}
    </div>
  );
}

/** Whether a plant may still answer for the first time, so that nothing can be said of the user's rights yet. */
const useIsSigningIn = (): boolean =>
  usePlants(({ hasRun, plants }) => {
    const unanswered = [...plants.values()].filter(({ login }) => login === null);
    return unanswered.some(({ state }) => state === 'verifying') || (!hasRun && unanswered.length === plants.size);
  });
