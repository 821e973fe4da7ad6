/** State of a gate (T 4.8, readings TA48). */
export type GateState = 'online' | 'error' | 'disabled' | 'noplate' | 'sleep' | 'nogps';

const MINUTE_MS = 60_000;
/** Time without a plate after which a gate is `sleep`, and then `noplate`. */
export const SLEEP_AFTER_MS = 10 * MINUTE_MS;
export const NO_PLATE_AFTER_MS = 10 * 60 * MINUTE_MS;

export interface GateFacts {
  readonly enabled: boolean;
  readonly hasError: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  /** Milliseconds of the newest plate; null: never one. */
  readonly lastPlateMs: number | null;
}

/** T 5.1: a position is valid only when both are above 0 and on the globe. */
export const hasValidPosition = (lat: number | null, lon: number | null): boolean =>
  lat !== null && lon !== null && lat > 0 && lon > 0 && lat <= 90 && lon <= 180;

/** Priority of readings TA48: disabled, error, invalid GPS, no plate for 10 h, for 10 minutes, online. */
export function getGateState(gate: GateFacts, nowMs: number): GateState {
  if (!gate.enabled) return 'disabled';
  if (gate.hasError) return 'error';
  if (!hasValidPosition(gate.lat, gate.lon)) return 'nogps';
  const silence = gate.lastPlateMs === null ? Number.POSITIVE_INFINITY : nowMs - gate.lastPlateMs;
  if (silence >= NO_PLATE_AFTER_MS) return 'noplate';
  return silence >= SLEEP_AFTER_MS ? 'sleep' : 'online';
}
