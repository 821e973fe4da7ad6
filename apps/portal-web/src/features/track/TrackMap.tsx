import { computeBounds, type Position } from '@varco/domain/maps/geo.ts';
import { ARROW_IMAGES, GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import { type ReactElement, useEffect, useEffectEvent, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { buildGateOverlay } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { countStates, GateLegend } from '../../widgets/map/GateLegend.tsx';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import styles from './Track.module.css';
import { buildCurrentOverlay, buildTrackOverlays } from './track-overlays.ts';
import { findConnectionTo } from './track-lines.ts';
import { TrackCard } from './TrackCard.tsx';
import { TrackSummary } from './TrackSummary.tsx';
import { TrackTimeline } from './TrackTimeline.tsx';
import type { TrackModel } from './use-track-model.ts';

const MAP_IMAGES = [...GATE_IMAGES, ...ARROW_IMAGES];
/** Symbols fade in, because thousands of them are not placed anew in every frame. */
const FADE_DURATION_MS = 150;

/** Map of a track: gates, routes, current transit, counters, legend and playback. */
export function TrackMap(props: { work: TrackModel; plate: string }): ReactElement {
  const t = useT();
  const { work, plate } = props;
  const { track, roads, player, plants } = work;
  const { gates } = useGateStates(plants.map(({ peerId }) => peerId));
  const ground = useMemo(() => buildGateOverlay(gates, { isPickable: false, cluster: null }), [gates]);
  // Memoized, because a playback step changes only the mark, not thousands of lines.
  const lines = useMemo(() => buildTrackOverlays(track, roads), [track, roads]);
  const overlays = useMemo(
    () => [ground, buildCurrentOverlay(track, player.pointIndex), ...lines],
    [ground, lines, track, player.pointIndex],
  );
  const positions = track.points.flatMap(({ coordinates }): Position[] => (coordinates === null ? [] : [coordinates]));
  const bounds = computeBounds(positions);
  const fit = (): void => {
    if (bounds !== null) work.map?.fit(bounds);
  };
  useShortcuts({ f: fit });
  useFitTrackOnce(work, fit);
  useFollowPlayback(work);
  const point = track.points[player.pointIndex];
  return (
    <div className={styles.map}>
      <BaseMapCanvas
        label={t('maps:track.mapLabel', { plate })}
        overlays={overlays}
        images={MAP_IMAGES}
        fadeMs={FADE_DURATION_MS}
        onReady={work.setMap}
        onFit={fit}
        onPick={(pick) => goToGate(work, pick?.overlay === 'stops' ? pick.key : null, 'go')}
        onHover={(pick) => goToGate(work, pick?.overlay === 'stops' ? pick.key : null, 'hover')}
        card={
          point?.coordinates == null
            ? null
            : {
                at: point.coordinates,
                content: <TrackCard point={point} plate={plate} way={findConnectionTo(track, player.pointIndex)} />,
              }
        }
      >
        <div className={styles.overTop}>
          <TrackSummary work={work} />
        </div>
        <div className={styles.overBottom}>
          <div className={styles.overLegend}>
            <GateLegend counts={countStates(gates.map(({ gate }) => gate.stato))} />
          </div>
          <TrackTimeline work={work} />
        </div>
      </BaseMapCanvas>
    </div>
  );
}

/** Moves the playback to the newest transit at a gate; another click, to the previous one there. */
function goToGate({ track, player }: TrackModel, gateKey: string | null, kind: 'go' | 'hover'): void {
  if (gateKey === null) return;
  const there = track.points.flatMap((point, index) => (point.gateKey === gateKey ? [index] : []));
  const now = there.indexOf(player.pointIndex);
  if (kind === 'hover' && now >= 0) return;
  const at = there.at(now < 0 ? -1 : now - 1);
  if (at !== undefined) player.step({ kind, at });
}

/** Fits the map once, when the plants have answered. */
function useFitTrackOnce({ map, isLoading }: TrackModel, fit: () => void): void {
  const show = useEffectEvent(fit);
  useEffect(() => {
    if (map !== null && !isLoading) show();
  }, [map, isLoading]);
}

/** The map follows the playback. */
function useFollowPlayback({ map, track, player }: TrackModel): void {
  const at = track.points[player.pointIndex]?.coordinates ?? null;
  const isPlaying = player.state === 'playing';
  useEffect(() => {
    if (isPlaying && at !== null) map?.centreOn(at);
  }, [map, at, isPlaying]);
}
