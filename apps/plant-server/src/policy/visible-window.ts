import { computeSearchWindow, type SearchWindow } from '@varco/domain/transits/search-window.ts';
import type { TransitScope } from '../auth/plant-viewer.ts';

/** The part of the scope that limits time. */
export type TimeScope = Pick<TransitScope, 'tMaxMinutes' | 'timeLimit'>;

/** A requested range; null: open. Milliseconds since 1970, the end included. `refMs`: first row of page 1. */
export interface RequestedRange {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly refMs?: number | null;
  readonly retentionDays: number;
  readonly nowMs: number;
}

/**
 * The part of a requested range that the user may see: within retention and t_max, as the plant understands it (readings TA53).
 * Together with `computeStoredWindow` the only place that applies t_max.
 */
export const computeVisibleWindow = (scope: TimeScope, requested: RequestedRange): SearchWindow =>
  computeSearchWindow({
    refMs: null,
    ...requested,
    tMaxMinutes: scope.tMaxMinutes,
    timeLimit: scope.timeLimit,
  });

/**
 * Where a single transit, named by its id, may lie. A window limits searches, not a transit that was found; an age limits
 * everything.
 */
export const computeStoredWindow = (
  scope: TimeScope,
  { retentionDays, nowMs }: Pick<RequestedRange, 'retentionDays' | 'nowMs'>,
): SearchWindow =>
  computeSearchWindow({
    startMs: null,
    endMs: null,
    refMs: null,
    retentionDays,
    nowMs,
    tMaxMinutes: scope.timeLimit === 'age' ? scope.tMaxMinutes : 0,
    timeLimit: scope.timeLimit,
  });

/** The oldest instant of a user limited by age; null: no such limit. Milliseconds. */
export const getOldestVisibleMs = ({ tMaxMinutes, timeLimit }: TimeScope, nowMs: number): number | null =>
  timeLimit === 'age' && tMaxMinutes > 0 ? nowMs - tMaxMinutes * 60_000 : null;
