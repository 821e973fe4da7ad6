/**
 * What t_max limits on a plant: `window`, the length of a search wherever it lies, or `age`, how far back a user sees
 * (readings TA53).
 */
export const TIME_LIMITS = ['window', 'age'] as const;
export type TimeLimit = (typeof TIME_LIMITS)[number];

/**
 * Input of the search window: the requested range, the plant's retention, the person's limit and the paging
 * reference.
 */
export interface WindowRequest {
  /** Requested start, included; null: open. All in milliseconds since 1970. */
  readonly startMs: number | null;
  /** Requested end, included to the millisecond (the wire's 59.999); null: open. */
  readonly endMs: number | null;
  /** Instant of the first row of page 1: later rows are excluded; null: first page. */
  readonly refMs: number | null;
  /** Minutes of range this person may search; 0: no limit (T 6). */
  readonly tMaxMinutes: number;
  /** What `tMaxMinutes` limits; absent: `window`. */
  readonly timeLimit?: TimeLimit;
  /** Days back this person's role may search without a second person (ADR 0027); null or absent: no limit. */
  readonly lookBackDays?: number | null;
  readonly retentionDays: number;
  readonly nowMs: number;
}

/** What made a searched range smaller than requested. */
export type WindowLimitation = 't_max' | 'retention' | 'look_back';

/** Half-open range, and what made it smaller than requested. `fromMs >= toMs`: nothing can match. */
export interface SearchWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limitations: readonly WindowLimitation[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A camera's clock may be ahead, so an open end reaches one day past now. */
const MAX_CLOCK_AHEAD_MS = DAY_MS;

/**
 * Readings TA53: the start moves forward to the end, or with `age` the present, minus t_max. An end in the future counts as now, or "until
 * tonight" would show nothing to a person with a limit. Retention hides older rows even before they are deleted.
 */
export function computeSearchWindow(request: WindowRequest): SearchWindow {
  const { startMs, endMs, refMs, nowMs } = request;
  const horizon = nowMs - request.retentionDays * DAY_MS;
  const limitations: SearchWindow['limitations'][number][] = [];
  let fromMs = Math.max(startMs ?? horizon, horizon);
  if (startMs !== null && startMs < horizon) limitations.push('retention');
  if (request.tMaxMinutes > 0) {
    const latest = request.timeLimit === 'age' ? nowMs : Math.min(endMs ?? nowMs, nowMs);
    const earliest = latest - request.tMaxMinutes * MINUTE_MS;
    if (fromMs < earliest) {
      fromMs = earliest;
      limitations.push('t_max');
    }
  }
  if (typeof request.lookBackDays === 'number' && fromMs < nowMs - request.lookBackDays * DAY_MS) {
    fromMs = nowMs - request.lookBackDays * DAY_MS;
    limitations.push('look_back');
  }
  const toMs =
    Math.min(endMs ?? nowMs + MAX_CLOCK_AHEAD_MS, refMs ?? Number.MAX_SAFE_INTEGER, nowMs + MAX_CLOCK_AHEAD_MS) + 1;
  return { fromMs, toMs, limitations };
}
