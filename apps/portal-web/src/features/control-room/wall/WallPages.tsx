import { useQueries } from '@tanstack/react-query';
import { canManageSettings } from '@varco/domain/policy/plant-permissions.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { findPlantTasks } from '../cameras/plant-tasks.ts';
import { cameraTasksQuery } from '../cameras/cameras.api.ts';
import { HourSteps } from '../HourSteps.tsx';
import { useChartHours } from '../use-chart-hours.ts';
import type { WatchedPlants } from '../use-watched-plants.ts';
import styles from './Wall.module.css';

/** What takes turns in the large part of the wall. */
export type WallPageName = 'chart' | 'cameras';

/** Silent cameras with the plants they belong to. */
function useSilentCameras(plants: readonly PlantSession[]): ReturnType<typeof findPlantTasks> {
  const managed = plants.filter(({ login }) => login !== null && canManageSettings(login.user));
  const found = useQueries({ queries: managed.map(({ peerId }) => cameraTasksQuery(peerId)) });
  return findPlantTasks(
    managed,
    found.map(({ data }) => data),
  );
}

/** The pages that have something to show: silent cameras only while there are some. */
export function useWallPages(plants: readonly PlantSession[]): readonly WallPageName[] {
  return useSilentCameras(plants).length === 0 ? ['chart'] : ['chart', 'cameras'];
}

export function WallPage(props: { page: WallPageName; plants: WatchedPlants }): ReactElement {
  return props.page === 'cameras' ? (
    <SilentCameras plants={props.plants.readable} />
  ) : (
    <HourPage plants={props.plants} />
  );
}

function HourPage(props: { plants: WatchedPlants }): ReactElement {
  const t = useT();
  const hours = useChartHours(props.plants.counted);
  const names = new Map(props.plants.lines.map(({ peerId, name }) => [peerId, name]));
  const gaps = [...new Set(hours.flatMap(({ gapPeers }) => gapPeers))].map((peer) => names.get(peer) ?? '');
  return (
    <>
      <h2 className={styles.pageTitle}>{t('controlRoom:chart.title')}</h2>
      <div className={styles.chart}>
        <HourSteps hours={hours} lines={props.plants.lines} isFilling />
      </div>
      {gaps.length > 0 && (
        <Remark tone="wa" icon="warning">
          {t('controlRoom:chart.gaps', { plants: gaps.join(', ') })}
        </Remark>
      )}
    </>
  );
}

/** Silent cameras, those nobody looks after first. */
function SilentCameras(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const silent = useSilentCameras(props.plants).toSorted(
    (a, b) => Number(a.task.presa_da !== null) - Number(b.task.presa_da !== null),
  );
  return (
    <>
      <h2 className={styles.pageTitle}>
        {t('controlRoom:cameras.silent')} ({silent.length})
      </h2>
      <ul className={styles.cameras}>
        {silent.map(({ peerId, plant, task }) => (
          <li key={`${peerId} ${task.id}`} className={styles.camera}>
            <strong>{task.varco}</strong>
            <span>{plant}</span>
            <span>{formatDateMinute(task.muta_dal)}</span>
            <span>{t(`controlRoom:cameras.causes.${task.causa}`)}</span>
            <span className={styles.quiet}>
              {task.fatta_da === null
                ? (task.presa_da ?? t('controlRoom:cameras.nobody'))
                : t('controlRoom:cameras.doneBy', { name: task.fatta_da })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
