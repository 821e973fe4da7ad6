import type { GateState } from '../transits/gate-state.ts';

/** Marker style of a gate on the map (T 4.8). A gate without a valid position has no marker: it is listed. */
export type GateMarkerStyle = 'error' | 'disabled' | 'noplate' | 'sleep' | 'online';

/** Radius of the ground a gate covers on the map, metres (T 9). */
export const GATE_RADIUS_M: Readonly<Record<GateMarkerStyle, number>> = {
  error: 400,
  disabled: 200,
  noplate: 300,
  sleep: 250,
  online: 250,
};

export const getGateMarkerStyle = (state: GateState): GateMarkerStyle | null => (state === 'nogps' ? null : state);

/** T 5.1: enabled gates without a valid position are listed as missing. */
export const isMissingPosition = (gate: {
  readonly stato: GateState;
  readonly gps_lat: number | null;
  readonly gps_lon: number | null;
}): boolean =>
  gate.stato !== 'disabled' &&
  !(
    gate.gps_lat !== null &&
    gate.gps_lon !== null &&
    gate.gps_lat > 0 &&
    gate.gps_lon > 0 &&
    gate.gps_lat <= 90 &&
    gate.gps_lon <= 180
  );

/** Pixels per metre at a latitude and zoom, with tiles of 512 pixels. */
export const computePixelsPerMetre = (lat: number, zoom: number): number =>
  (512 * 2 ** zoom) / (40_075_016.686 * Math.cos((lat * Math.PI) / 180));
