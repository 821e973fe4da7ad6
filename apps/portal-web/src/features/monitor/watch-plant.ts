import type { followWatch, GateLatest, openWatch } from '@varco/contract/plant/gate-watch.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import { toMilliseconds } from '../../lib/clock.ts';
import { ApiError, isAbort } from '../../lib/api/api-error.ts';

/** Poll interval of a plant that answers, and the longest interval for one that does not. */
export const POLL_INTERVAL_MS = 4_000;
export const LOW_FREQUENCY_INTERVAL_MS = 60_000;
/** The watch grant is renewed this long before it expires. */
const RENEWAL_MARGIN_MS = 20_000;

export type WatchFailure = 'timeout' | 'no_perms' | 'reason_required' | 'other';

/** State of the watched gates of one plant. */
export interface Watched {
  /** Newest transit by gate. */
  readonly latest: ReadonlyMap<number, Transit>;
  /** It has answered at least once. */
  readonly hasAnswered: boolean;
  /** Clock of the plant minus clock of this browser, milliseconds. */
  readonly aheadMs: number;
  readonly isTruncated: boolean;
  /** Seconds until the next attempt; null: only on request of the user. */
  readonly failure: { readonly why: WatchFailure; readonly retryS: number | null } | null;
}

export const NOT_WATCHED: Watched = {
  latest: new Map(),
  hasAnswered: false,
  aheadMs: 0,
  isTruncated: false,
  failure: null,
};

/** Dependencies of the watch, replaced in tests. */
export interface WatchPorts {
  readonly open: (gates: readonly number[], signal: AbortSignal) => Promise<CallOutput<typeof openWatch>>;
  readonly poll: (
    body: { readonly varchi: number[]; readonly visione: string; readonly noti: string[] },
    signal: AbortSignal,
  ) => Promise<CallOutput<typeof followWatch>>;
  readonly nowMs: () => number;
  /** Resolves after `ms` and once the page is visible, or at once when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Watches the gates of one plant until aborted: opens a watch grant, polls for newer transits, and renews the grant
 * before it expires. Makes one call at a time. A failing plant is polled less and less often, and the last known
 * transits remain.
 */
export async function watchPlant(
  gates: readonly number[],
  ports: WatchPorts,
  signal: AbortSignal,
  onChange: (watched: Watched) => void,
): Promise<void> {
  let watched = NOT_WATCHED;
  let leave: { readonly visione: string; readonly untilMs: number } | null = null;
  let waitMs = POLL_INTERVAL_MS;
  const tell = (change: Partial<Watched>): void => {
    watched = { ...watched, ...change };
    if (!signal.aborted) onChange(watched);
  };
  while (!signal.aborted) {
    try {
      let answer: GateLatest;
      if (leave === null || ports.nowMs() > leave.untilMs) {
        const opened = await ports.open(gates, signal);
        const lifeMs = toMilliseconds(opened.scade) - toMilliseconds(opened.ora);
        leave = { visione: opened.visione, untilMs: ports.nowMs() + lifeMs - RENEWAL_MARGIN_MS };
        answer = opened;
      } else {
        const noti = [...watched.latest.values()].map(({ id }) => id);
        answer = await ports.poll({ varchi: [...gates], visione: leave.visione, noti }, signal);
      }
      waitMs = POLL_INTERVAL_MS;
      tell(applyPoll(watched, answer, ports.nowMs()));
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      leave = null;
      const why = toWatchFailure(error);
      const isFinal = why === 'no_perms' || why === 'reason_required';
      waitMs = Math.min(waitMs * 2, LOW_FREQUENCY_INTERVAL_MS);
      tell({ failure: { why, retryS: isFinal ? null : Math.round(waitMs / 1000) } });
      // A retry would give the same result, open the case bar again, or add a refusal to the audit log.
      if (isFinal) return;
    }
    await ports.wait(waitMs, signal);
  }
}

/** Applies a poll response. Without new transits `latest` stays the same object, to avoid rendering. */
function applyPoll(watched: Watched, { objects, ora, limitazioni }: GateLatest, nowMs: number): Partial<Watched> {
  const fresh = objects.filter(({ id, varco_id: gate }) => watched.latest.get(gate)?.id !== id);
  const latest =
    fresh.length === 0
      ? watched.latest
      : new Map([...watched.latest, ...fresh.map((transit) => [transit.varco_id, transit] as const)]);
  return {
    latest,
    hasAnswered: true,
    aheadMs: toMilliseconds(ora) - nowMs,
    isTruncated: limitazioni.length > 0,
    failure: null,
  };
}

function toWatchFailure(error: unknown): WatchFailure {
  if (!(error instanceof ApiError)) return 'other';
  const { code, subCode, status } = error.facts;
  if (subCode === 'timeout' || subCode === 'statement_timeout') return 'timeout';
  if (code === 'reason_required') return 'reason_required';
  return status === 403 ? 'no_perms' : 'other';
}
