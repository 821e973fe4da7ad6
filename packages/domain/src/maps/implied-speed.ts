import { parseInstantMs } from '../time/rome.ts';
import { computeDistanceM } from './geo.ts';
import type { TrackPoint, TrackSource } from './track.ts';

/** Highest plausible speed along the straight line. */
export const MAX_IMPLIED_KMH = 200;
/** Tolerances: clocks of two plants may differ, and a camera reads plates some distance away. */
const CLOCK_SLACK_MS = 60_000;
const CAMERA_SLACK_M = 500;

export interface ImpliedSpeed {
  /** Straight line between the gates, metres; the road is longer. */
  readonly distanceM: number;
  readonly elapsedMs: number;
  /** Least speed of the vehicle, km/h; null when no time passed. */
  readonly kmh: number | null;
  /**
   * No vehicle can have done this, even with the clock and camera tolerances: one of the two plates is a clone or a
   * misread.
   */
  readonly isImpossible: boolean;
}

/** Speed between two consecutive transits; null at the same gate or without a position. */
export function computeImpliedSpeed(from: TrackPoint<TrackSource>, to: TrackPoint<TrackSource>): ImpliedSpeed | null {
  if (from.gateKey === to.gateKey || from.coordinates === null || to.coordinates === null) return null;
  const metres = computeDistanceM(from.coordinates, to.coordinates);
  const elapsedMs = Math.abs(parseInstantMs(to.transit.data) - parseInstantMs(from.transit.data));
  const leastKmh = (Math.max(0, metres - CAMERA_SLACK_M) / (elapsedMs + CLOCK_SLACK_MS)) * 3_600;
  return {
    distanceM: metres,
    elapsedMs,
    kmh: elapsedMs === 0 ? null : (metres / elapsedMs) * 3_600,
    isImpossible: leastKmh > MAX_IMPLIED_KMH,
  };
}
