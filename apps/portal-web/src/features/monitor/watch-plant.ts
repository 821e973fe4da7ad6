import type { followWatch, GateLatest, openWatch } from '@varco/contract/plant/gate-watch.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import { instantMs } from '../../lib/clock.ts';
import { ApiError, isAbort } from '../../lib/api/api-error.ts';

/** How often a plant is asked that answers, and how seldom at last one that does not. */
export const EVERY_MS = 4_000;
export const SELDOM_MS = 60_000;
/** Opened anew this long before the leave is over. */
const SPARE_MS = 20_000;

export type WatchFailure = 'timeout' | 'no_perms' | 'reason_required' | 'other';

/** What is known of the gates of one plant. */
export interface Watched {
  /** Newest transit by gate. */
  readonly latest: ReadonlyMap<number, Transit>;
  /** It has answered at least once. */
  readonly hasAnswered: boolean;
  /** What the plant's clock is ahead of this browser's, milliseconds. */
  readonly aheadMs: number;
  readonly isCut: boolean;
  /** Seconds to the next try; null: only when somebody wants it. */
  readonly failure: { readonly why: WatchFailure; readonly retryS: number | null } | null;
}

export const NOT_WATCHED: Watched = {
  latest: new Map(),
  hasAnswered: false,
  aheadMs: 0,
  isCut: false,
  failure: null,
};

/** What watching needs of the world outside; the tests have their own. */
export interface WatchPorts {
  readonly open: (gates: readonly number[], signal: AbortSignal) => Promise<CallOutput<typeof openWatch>>;
  readonly follow: (
    body: { readonly varchi: number[]; readonly visione: string; readonly noti: string[] },
    signal: AbortSignal,
  ) => Promise<CallOutput<typeof followWatch>>;
  readonly nowMs: () => number;
  /** Resolves after so long, once the page is looked at, or at once when the signal ends it. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Watches the gates of one plant until the signal: opens, asks for what is newer, opens again before the leave is over. One call at a time;
 * a plant that fails is asked less and less often, and what was known stays.
 */
export async function watchPlant(
  gates: readonly number[],
  ports: WatchPorts,
  signal: AbortSignal,
  onChange: (watched: Watched) => void,
): Promise<void> {
  let watched = NOT_WATCHED;
  let leave: { readonly visione: string; readonly untilMs: number } | null = null;
  let waitMs = EVERY_MS;
  const tell = (change: Partial<Watched>): void => {
    watched = { ...watched, ...change };
    if (!signal.aborted) onChange(watched);
  };
  while (!signal.aborted) {
    try {
      let answer: GateLatest;
      if (leave === null || ports.nowMs() > leave.untilMs) {
        const opened = await ports.open(gates, signal);
        const lifeMs = instantMs(opened.scade) - instantMs(opened.ora);
        leave = { visione: opened.visione, untilMs: ports.nowMs() + lifeMs - SPARE_MS };
        answer = opened;
      } else {
        const noti = [...watched.latest.values()].map(({ id }) => id);
        answer = await ports.follow({ varchi: [...gates], visione: leave.visione, noti }, signal);
      }
      waitMs = EVERY_MS;
      tell(taken(watched, answer, ports.nowMs()));
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      leave = null;
      const why = failureOf(error);
      const isFinal = why === 'no_perms' || why === 'reason_required';
      waitMs = Math.min(waitMs * 2, SELDOM_MS);
      tell({ failure: { why, retryS: isFinal ? null : Math.round(waitMs / 1000) } });
      // Nothing changes by asking again; every try would open the case bar, or leave a refusal in the log.
      if (isFinal) return;
    }
    await ports.rest(waitMs, signal);
  }
}

/** Nothing new leaves the transits as they are, so that nothing is drawn anew. */
function taken(watched: Watched, { objects, ora, limitazioni }: GateLatest, nowMs: number): Partial<Watched> {
  const fresh = objects.filter(({ id, varco_id: gate }) => watched.latest.get(gate)?.id !== id);
  const latest =
    fresh.length === 0
      ? watched.latest
      : new Map([...watched.latest, ...fresh.map((transit) => [transit.varco_id, transit] as const)]);
  return {
    latest,
    hasAnswered: true,
    aheadMs: instantMs(ora) - nowMs,
    isCut: limitazioni.includes('t_max'),
    failure: null,
  };
}

function failureOf(error: unknown): WatchFailure {
  if (!(error instanceof ApiError)) return 'other';
  const { code, subCode, status } = error.facts;
  if (subCode === 'timeout' || subCode === 'statement_timeout') return 'timeout';
  if (code === 'reason_required') return 'reason_required';
  return status === 403 ? 'no_perms' : 'other';
}
