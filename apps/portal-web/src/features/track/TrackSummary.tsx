import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { CompletenessMeter } from '../../widgets/completeness/CompletenessMeter.tsx';
import styles from './Track.module.css';
import type { TrackModel } from './use-track-model.ts';

/** More failed plants than this are only counted. */
const MAX_NAMED_PLANTS = 4;
const SEGMENT_STATES = { answered: 'answered', failed: 'error', asking: 'receiving' } as const;

/** Counters of the track, state of each plant, and warnings about the data. */
export function TrackSummary(props: { work: TrackModel }): ReactElement {
  const t = useT();
  const { plants, track, roads } = props.work;
  const list = usePlantList();
  const labelOf = (peerId: number): string => {
    const plant = list.find((one) => one.peerId === peerId);
    return plant === undefined ? String(peerId) : getPlantLabel(plant);
  };
  // Incomplete results are always reported, also for plants that could not be queried.
  const notRequested = list.filter(
    ({ credential, peerId }) => credential.enabled && !plants.some((one) => one.peerId === peerId),
  );
  const answered = plants.filter(({ state }) => state === 'answered').length;
  const untold = plants.reduce((sum, one) => sum + one.omittedCount, 0);
  return (
    <section className={styles.summary} aria-label={t('maps:track.summary')} aria-live="polite">
      <TrackCounters work={props.work} />
      <div className={styles.notes}>
        <p className={styles.answered}>
          <CompletenessMeter
            segments={[
              ...plants.map(({ peerId, state }) => ({
                plantId: String(peerId),
                label: labelOf(peerId),
                state: SEGMENT_STATES[state],
              })),
              ...notRequested.map(({ peerId }) => ({
                plantId: String(peerId),
                label: labelOf(peerId),
                state: 'notAsked' as const,
              })),
            ]}
          />
          {t('maps:track.answered', { count: answered, asked: plants.length })}
        </p>
        <FailedPlants plants={plants.filter(({ state }) => state === 'failed')} labelOf={labelOf} />
        {notRequested.length > MAX_NAMED_PLANTS ? (
          <details>
            <summary>{t('maps:track.notAskedMany', { count: notRequested.length })}</summary>
            <span>{notRequested.map(({ peerId }) => labelOf(peerId)).join(', ')}</span>
          </details>
        ) : (
          notRequested.length > 0 && (
            <p>{t('maps:track.notAsked', { plants: notRequested.map(({ peerId }) => labelOf(peerId)).join(', ') })}</p>
          )
        )}
        {untold > 0 && <p>{t('maps:track.untold', { count: untold })}</p>}
        {track.undrawn > 0 && <p>{t('maps:track.hiddenLinks', { count: track.undrawn })}</p>}
        {track.suspicious > 0 && (
          <p className={styles.fault}>
            <Icon name="warning" /> {t('maps:track.suspicious', { count: track.suspicious })}
          </p>
        )}
        <p>{t(roads.state === 'ok' ? 'maps:track.roads' : `maps:track.arcs.${roads.state}`)}</p>
      </div>
    </section>
  );
}

/**
 * Plants that failed: a few with a retry button each; many only as a count with their names in a tooltip, so that the
 * map stays visible.
 */
function FailedPlants(props: { plants: TrackModel['plants']; labelOf: (peerId: number) => string }): ReactElement {
  const t = useT();
  const { plants, labelOf } = props;
  const retry = (again: () => void): ReactElement => (
    <Button size="compact-xs" variant="subtle" onClick={again}>
      {t('common:retry')}
    </Button>
  );
  if (plants.length <= MAX_NAMED_PLANTS)
    return (
      <>
        {plants.map(({ peerId, retry: again }) => (
          <p key={peerId} className={styles.fault}>
            {t('maps:track.failed', { plant: labelOf(peerId) })} {retry(again)}
          </p>
        ))}
      </>
    );
  return (
    <div className={styles.fault}>
      <details>
        <summary>{t('maps:track.failedMany', { count: plants.length })}</summary>
        <span>{plants.map(({ peerId }) => labelOf(peerId)).join(', ')}</span>
      </details>
      {retry(() => {
        for (const { retry: again } of plants) again();
      })}
    </div>
  );
}

function TrackCounters(props: { work: TrackModel }): ReactElement {
  const t = useT();
  const { track } = props.work;
  return (
    <>
      <p className={styles.counter}>
        <b>{track.points.length}</b> {t('maps:track.detected', { count: track.points.length })}
      </p>
      <p className={styles.counter}>
        <b>{track.routeCount}</b> {t('maps:track.routes', { count: track.routeCount })}
      </p>
    </>
  );
}
