import { Button } from '@mantine/core';
import { MAX_WATCHED_GATES } from '@varco/contract/plant/gate-watch.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import styles from './Monitor.module.css';
import { getWatched } from './use-gate-watch.ts';
import type { Watched } from './watch-plant.ts';

/** Explains missing data: plants that do not answer, the user's limits, gates beyond the maximum. */
export function MonitorNotes(props: {
  plants: readonly PlantSession[];
  watched: ReadonlyMap<number, Watched>;
  gatesFailed: readonly number[];
  cut: readonly number[];
  onRetry: () => void;
}): ReactElement | null {
  const t = useT();
  const { plants, watched, gatesFailed, cut, onRetry } = props;
  const notes = plants.flatMap((session) => {
    const plant = getPlantLabel(session);
    const { failure, isTruncated: isCut } = getWatched(watched, session.peerId);
    return [
      ...(gatesFailed.includes(session.peerId) ? [t('monitor:gatesFailed', { plant })] : []),
      ...(failure === null ? [] : [t(`monitor:failed.${failure.why}`, { plant, seconds: failure.retryS ?? 0 })]),
      ...(isCut ? [t('monitor:tMax', { plant })] : []),
      ...(cut.includes(session.peerId) ? [t('monitor:most', { plant, count: MAX_WATCHED_GATES })] : []),
    ];
  });
  const canRetry = [...watched.values()].some(({ failure }) => failure !== null);
  if (notes.length === 0) return null;
  return (
    <Notice
      tone="wa"
      {...(canRetry
        ? {
            actions: (
              <Button size="compact-xs" variant="default" onClick={onRetry}>
                {t('monitor:retry')}
              </Button>
            ),
          }
        : {})}
    >
      {notes.map((note) => (
        <span key={note} className={styles.noteLine}>
          {note}
        </span>
      ))}
    </Notice>
  );
}
