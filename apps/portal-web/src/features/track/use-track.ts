import type { Transit } from '@varco/contract/plant/transit.ts';
import { computeImpliedSpeed, type ImpliedSpeed } from '@varco/domain/maps/implied-speed.ts';
import { PLAYBACK_STEP_MS } from '@varco/domain/maps/map-constants.ts';
import { type Playback, type PlaybackStep, STOPPED, stepPlayback } from '@varco/domain/maps/playback.ts';
import { buildTrack, type Track, type TrackPoint } from '@varco/domain/maps/track.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { toMilliseconds } from '../../lib/clock.ts';
import type { RoadPair } from '../../lib/map/use-roads.ts';
import { type TrackLines, buildTrackLines } from './track-lines.ts';
import type { PlantTrack } from './track.api.ts';

export type Point = TrackPoint<Transit>;

/** A point with the time and speed since the previous one. */
export interface TrackRow {
  readonly point: Point;
  /** Milliseconds since the previous transit, of any route; null: the first. */
  readonly sinceMs: number | null;
  readonly speed: ImpliedSpeed | null;
}

export interface ShownTrack extends Track<Transit>, TrackLines {
  readonly points: readonly Point[];
  /** Oldest first, like the points. */
  readonly rows: readonly TrackRow[];
  readonly pairs: readonly RoadPair[];
  readonly suspicious: number;
  readonly unplaced: number;
}

/** Builds the track from the responses of the plants. */
export function useTrack(plants: readonly PlantTrack[], gapMinutes: number): ShownTrack {
  return useMemo(() => {
    const sent = plants.flatMap(({ peerId, transits }) => transits.map((transit) => ({ peerId, transit })));
    const track = buildTrack(sent, gapMinutes);
    const rows = track.points.map((point, index) => toTrackRow(point, track.points[index - 1]));
    const drawn = buildTrackLines(track, (to) => rows[to]?.speed?.isImpossible === true);
    const pairs = new Map(drawn.lines.map(({ pair: key, from, to }) => [key, { key, from, to }]));
    return {
      ...track,
      ...drawn,
      rows,
      pairs: [...pairs.values()],
      suspicious: rows.filter(({ speed }) => speed?.isImpossible === true).length,
      unplaced: track.points.filter(({ coordinates }) => coordinates === null).length,
    };
  }, [plants, gapMinutes]);
}

const toTrackRow = (point: Point, before: Point | undefined): TrackRow => ({
  point,
  sinceMs: before === undefined ? null : toMilliseconds(point.transit.data) - toMilliseconds(before.transit.data),
  speed: before === undefined ? null : computeImpliedSpeed(before, point),
});

export interface Player extends Playback {
  readonly step: (step: PlaybackStep) => void;
}

/** Playback of `count` transits; one step every 1.5 seconds while playing (T 9). */
export function usePlayer(count: number): Player {
  const [playback, setPlayback] = useState<Playback>(STOPPED);
  const step = (one: PlaybackStep): void => setPlayback((now) => stepPlayback(now, one, count));
  const tick = useEffectEvent(() => step({ kind: 'tick' }));
  const isPlaying = playback.state === 'playing';
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(tick, PLAYBACK_STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  // The list became shorter: reset a position that no longer exists.
  return { ...playback, pointIndex: playback.pointIndex < count ? playback.pointIndex : -1, step };
}
