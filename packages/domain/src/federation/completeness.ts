import { toInstantMs } from '../time-instant.ts';
import type { FeedFault } from './feed.ts';
import type { FailureKind, FederatedSearch } from './merge.ts';

/**
 * Why the rows of a plant are incomplete. `faulty`: the response contradicted itself or the query, see `faults`;
 * `stopped`: by the person.
 */
export type PartialReason =
  | 'limit'
  | 'timeout'
  | 'failed'
  | 'stopped'
  | 'gates'
  | 't_max'
  | 'look_back'
  | 'retention'
  | 'faulty';

/** Why a plant was not queried. `stopped`: it was queried, but the person did not wait for the response. */
export type NotQueriedReason = 'disabled' | 'not_signed_in' | 'no_permission' | 'not_selected' | 'stopped';

export type PlantOutcome =
  | { readonly state: 'pending' }
  | { readonly state: 'completed' }
  | { readonly state: 'partial'; readonly reasons: readonly PartialReason[] }
  | { readonly state: 'error'; readonly failure: FailureKind }
  | { readonly state: 'notAsked'; readonly reason: NotQueriedReason };

export interface PlantCompleteness {
  readonly plantId: string;
  readonly outcome: PlantOutcome;
  /** Rows received from this plant so far. */
  readonly rows: number;
  /** Total the plant reports for this search; null: unknown. */
  readonly count: number | null;
  readonly newestRead: string | null;
  /** Milliseconds since the newest read; null: not reported. */
  readonly newestReadAgeMs: number | null;
  readonly faults: readonly FeedFault[];
}

/** Data of the completeness line. `isWhole`: every queried plant responded in full and none was left out. */
export interface Completeness {
  readonly plants: readonly PlantCompleteness[];
  readonly counts: Readonly<Record<PlantOutcome['state'], number>>;
  readonly rows: number;
  readonly isWhole: boolean;
}

const PARTIAL_REASON_BY_LIMITATION: Readonly<Record<string, PartialReason>> = {
  t_max: 't_max',
  look_back: 'look_back',
  gates: 'gates',
  retention: 'retention',
  count_capped: 'limit',
};

/**
 * Which plants responded in full or in part, failed, or were not queried, with the rows of each and the age of the
 * newest read.
 * @param notRequested plants left out of the search, with the reason
 * @param now instant the ages refer to
 */
export function computeCompleteness<R>(
  search: FederatedSearch<R>,
  notRequested: readonly { readonly plantId: string; readonly reason: NotQueriedReason }[],
  now: string,
): Completeness {
  const requested = search.parts.map((part): PlantCompleteness => {
    const { plantId, feed, newestRead } = part;
    const age = newestRead === null ? null : toInstantMs(now) - toInstantMs(newestRead);
    return {
      plantId,
      outcome: getPlantOutcome(part),
      rows: feed.rows.length,
      count: feed.count,
      newestRead,
      newestReadAgeMs: age === null || Number.isNaN(age) ? null : Math.max(0, age),
      faults: feed.faults,
    };
  });
  const left = notRequested.map(({ plantId, reason }): PlantCompleteness => ({
    plantId,
    outcome: { state: 'notAsked', reason },
    rows: 0,
    count: null,
    newestRead: null,
    newestReadAgeMs: null,
    faults: [],
  }));
  const plants = [...requested, ...left];
  const counts = { pending: 0, completed: 0, partial: 0, error: 0, notAsked: 0 };
  for (const plant of plants) counts[plant.outcome.state] += 1;
  return {
    plants,
    counts,
    rows: plants.reduce((sum, plant) => sum + plant.rows, 0),
    isWhole: counts.completed === plants.length,
  };
}

function getPlantOutcome<R>(part: FederatedSearch<R>['parts'][number]): PlantOutcome {
  if (part.progress === 'pending') return { state: 'pending' };
  const hasRows = part.feed.rows.length > 0;
  const reasons = new Set<PartialReason>();
  for (const limitation of part.limitations) {
    const reason = Object.hasOwn(PARTIAL_REASON_BY_LIMITATION, limitation)
      ? PARTIAL_REASON_BY_LIMITATION[limitation]
      : undefined;
    if (reason !== undefined) reasons.add(reason);
  }
  if (part.feed.faults.length > 0) {
    if (!hasRows) return { state: 'error', failure: 'bad_answer' };
    reasons.add('faulty');
  }
  if (part.failure !== null) {
    if (!hasRows && part.failure === 'stopped') return { state: 'notAsked', reason: 'stopped' };
    if (!hasRows) return { state: 'error', failure: part.failure };
    reasons.add(part.failure === 'timeout' || part.failure === 'stopped' ? part.failure : 'failed');
  }
  return reasons.size === 0 ? { state: 'completed' } : { state: 'partial', reasons: [...reasons] };
}
