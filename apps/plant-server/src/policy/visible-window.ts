import { computeSearchWindow, type SearchWindow } from '@varco/domain/transits/search-window.ts';
import type { TimeScope } from '../auth/plant-viewer.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A requested range; null: open. Milliseconds since 1970, the end included. `refMs`: first row of page 1. */
export interface RequestedRange {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly refMs?: number | null;
  readonly retentionDays: number;
  readonly nowMs: number;
}

/**
 * The part of a requested range that the user may see: within retention, the look-back of the role, and t_max as the plant
 * understands it (readings TA53). Together with `computeStoredWindow` the only place that applies them.
 */
export const computeVisibleWindow = (scope: TimeScope, requested: RequestedRange): SearchWindow =>
  computeSearchWindow({
    refMs: null,
    ...requested,
    ...scope,
  });

/**
 * Where a single transit, named by its id, may lie. A window limits searches, not a transit that was found; an age and the
 * look-back of a role limit everything.
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
    lookBackDays: scope.lookBackDays,
  });

/** The oldest instant of a user limited by age, or by the look-back of their role; null: no such limit. Milliseconds. */
export function getOldestVisibleMs({ tMaxMinutes, timeLimit, lookBackDays }: TimeScope, nowMs: number): number | null {
  const limits = [
    ...(timeLimit === 'age' && tMaxMinutes > 0 ? [tMaxMinutes * MINUTE_MS] : []),
    ...(lookBackDays === null ? [] : [lookBackDays * DAY_MS]),
  ];
  return limits.length === 0 ? null : nowMs - Math.min(...limits);
}
