import { boundsOf, type Position } from '@varco/domain/maps/geo.ts';
import { ARROW_IMAGES, GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import { type ReactElement, useEffect, useEffectEvent, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { gateOverlay } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { countStates, GateLegend } from '../../widgets/map/GateLegend.tsx';
import { GroundMap } from '../../widgets/map/GroundMap.tsx';
import styles from './Track.module.css';
import { currentOverlay, trackOverlays } from './track-overlays.ts';
import { wayTo } from './track-lines.ts';
import { TrackCard } from './TrackCard.tsx';
import { TrackSummary } from './TrackSummary.tsx';
import { TrackTimeline } from './TrackTimeline.tsx';
import type { TrackWork } from './use-track-work.ts';

const IMAGES = [...GATE_IMAGES, ...ARROW_IMAGES];
/** Symbols fade in, because thousands of them are not placed anew in every frame. */
const FADE_MS = 150;

/** Map of a track: gates, routes, current transit, counters, legend and playback. */
export function TrackMap(props: { work: TrackWork; plate: string }): ReactElement {
  const t = useT();
  const { work, plate } = props;
  const { track, roads, player, plants } = work;
  const { gates } = useGateStates(plants.map(({ peerId }) => peerId));
  const ground = useMemo(() => gateOverlay(gates, { isPickable: false, cluster: null }), [gates]);
  // Memoized, because a playback step changes only the mark, not thousands of lines.
  const lines = useMemo(() => trackOverlays(track, roads), [track, roads]);
  const overlays = useMemo(
    () => [ground, currentOverlay(track, player.at), ...lines],
    [ground, lines, track, player.at],
  );
  const positions = track.points.flatMap(({ coordinates }): Position[] => (coordinates === null ? [] : [coordinates]));
  const bounds = boundsOf(positions);
  const fit = (): void => {
    if (bounds !== null) work.map?.fit(bounds);
  };
  useShortcuts({ f: fit });
  useFitOnce(work, fit);
  useFollow(work);
  const point = track.points[player.at];
  return (
    <div className={styles.map}>
      <GroundMap
        label={t('maps:track.mapLabel', { plate })}
        overlays={overlays}
        images={IMAGES}
        fadeMs={FADE_MS}
        onReady={work.setMap}
        onFit={fit}
        onPick={(pick) => goToGate(work, pick?.overlay === 'stops' ? pick.key : null, 'go')}
        onPoint={(pick) => goToGate(work, pick?.overlay === 'stops' ? pick.key : null, 'hover')}
        card={
          point?.coordinates == null
            ? null
            : {
                at: point.coordinates,
                content: <TrackCard point={point} plate={plate} way={wayTo(track, player.at)} />,
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
      </GroundMap>
    </div>
  );
}

/** Moves the playback to the newest transit at a gate; another click, to the previous one there. */
function goToGate({ track, player }: TrackWork, gateKey: string | null, kind: 'go' | 'hover'): void {
  if (gateKey === null) return;
  const there = track.points.flatMap((point, index) => (point.gateKey === gateKey ? [index] : []));
  const now = there.indexOf(player.at);
  if (kind === 'hover' && now >= 0) return;
  const at = there.at(now < 0 ? -1 : now - 1);
  if (at !== undefined) player.step({ kind, at });
}

/** Fits the map once, when the plants have answered. */
function useFitOnce({ map, isLoading }: TrackWork, fit: () => void): void {
  const show = useEffectEvent(fit);
  useEffect(() => {
    if (map !== null && !isLoading) show();
  }, [map, isLoading]);
}

/** The map follows the playback. */
function useFollow({ map, track, player }: TrackWork): void {
  const at = track.points[player.at]?.coordinates ?? null;
  const isPlaying = player.state === 'playing';
  useEffect(() => {
    if (isPlaying && at !== null) map?.show(at);
  }, [map, at, isPlaying]);
}
