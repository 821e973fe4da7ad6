import { computeBounds, type Position } from '@varco/domain/maps/geo.ts';
import { ARROW_IMAGES, GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import { NUMBER_IMAGES } from '@varco/ui/map/number-images.ts';
import type { MapCanvasProps } from '@varco/ui/map/MapCanvas.tsx';
import type { MapOverlay } from '@varco/ui/map/overlay.ts';
import { type ReactElement, useEffect, useEffectEvent, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { buildGateOverlay } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { countStates, GateLegend } from '../../widgets/map/GateLegend.tsx';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import styles from './Track.module.css';
import { buildComparisonOverlay } from './comparison-overlays.ts';
import { buildCurrentOverlay, buildTrackOverlays } from './track-overlays.ts';
import { findConnectionTo } from './track-lines.ts';
import { TrackCard } from './TrackCard.tsx';
import { TrackSummary } from './TrackSummary.tsx';
import { TrackTimeline } from './TrackTimeline.tsx';
import type { Comparison } from './use-comparison.ts';
import type { TrackModel } from './use-track-model.ts';

const MAP_IMAGES = [...GATE_IMAGES, ...ARROW_IMAGES, ...NUMBER_IMAGES];
/** Symbols fade in, because thousands of them are not placed anew in every frame. */
const FADE_DURATION_MS = 150;

/** Map of a track: gates, routes, current transit, counters, legend and playback. */
export function TrackMap(props: { work: TrackModel; plate: string; comparison: Comparison | null }): ReactElement {
  const t = useT();
  const { work, plate, comparison } = props;
  const { track, roads, player, plants } = work;
  const { gates } = useGateStates(plants.map(({ peerId }) => peerId));
  const ground = useMemo(() => buildGateOverlay(gates, { isPickable: false, cluster: null }), [gates]);
  // Memoized, because a playback step changes only the mark, not thousands of lines.
  const lines = useMemo(() => buildTrackOverlays(track, roads), [track, roads]);
  const compared = useComparedOverlay(comparison);
  const overlays = useMemo(
    () => [ground, compared, buildCurrentOverlay(track, player.pointIndex), ...lines],
    [ground, compared, lines, track, player.pointIndex],
  );
  const positions = [...track.points, ...(comparison?.work.track.points ?? [])].flatMap(({ coordinates }): Position[] =>
    coordinates === null ? [] : [coordinates],
  );
  const bounds = computeBounds(positions);
  const fit = (): void => {
    if (bounds !== null) work.map?.fit(bounds);
  };
  useShortcuts({ f: fit });
  useFitTrackOnce(work, comparison, fit);
  useFollowPlayback(work);
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
        card={buildCard(work, plate)}
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

/** Card of the current transit, beside its gate; null where the gate has no position. */
function buildCard({ track, roads, player }: TrackModel, plate: string): MapCanvasProps['card'] {
  const point = track.points[player.pointIndex];
  if (point?.coordinates == null) return null;
  const way = findConnectionTo(track, player.pointIndex);
  return { at: point.coordinates, content: <TrackCard point={point} plate={plate} way={way} roads={roads} /> };
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

/** Fits the map once, when the plants have answered, and again for a second plate. */
function useFitTrackOnce({ map, isLoading }: TrackModel, comparison: Comparison | null, fit: () => void): void {
  const show = useEffectEvent(fit);
  const isWaiting = isLoading || comparison?.work.isLoading === true;
  const other = comparison?.plate;
  useEffect(() => {
    if (map !== null && !isWaiting) show();
  }, [map, isWaiting, other]);
}

/** The second plate and the gates where both were; nothing without one. */
function useComparedOverlay(comparison: Comparison | null): MapOverlay {
  const track = comparison?.work.track;
  const roads = comparison?.work.roads;
  const meetings = comparison?.meetings;
  return useMemo(
    () =>
      buildComparisonOverlay(
        track === undefined || roads === undefined || meetings === undefined ? null : { track, roads, meetings },
      ),
    [track, roads, meetings],
  );
}

/** The map follows the playback. */
function useFollowPlayback({ map, track, player }: TrackModel): void {
  const at = track.points[player.pointIndex]?.coordinates ?? null;
  const isPlaying = player.state === 'playing';
  useEffect(() => {
    if (isPlaying && at !== null) map?.centreOn(at);
  }, [map, at, isPlaying]);
}
