import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import type { Candidates, CandidateRequest, DayCount, FoundPlates, WindowCount } from './index-results.ts';
import type { Span } from './span.ts';
import type { FoundMovements, MovementQuery } from './movements/find-movements.ts';
import type { Ranking, RankRequest } from './ranking.ts';
import type { RecurrenceRange, RecurringCount } from './recurrence.ts';

/** Start data of the index thread. */
export interface IndexStart {
  readonly databaseUrl: string;
  readonly maxBytes: number;
}

/**
 * A call about the plates that match the plate query. `recurrence`: only plates within these bounds; null: no such
 * limit.
 */
export type IndexCall =
  | { readonly kind: 'find'; readonly most: number; readonly recurrence: RecurrenceRange | null }
  | ({ readonly kind: 'count'; readonly most: number } & Span)
  | ({ readonly kind: 'days' } & Span)
  | ({ readonly kind: 'candidates'; readonly recurrence: RecurrenceRange | null } & CandidateRequest)
  | { readonly kind: 'filter'; readonly plates: readonly string[]; readonly recurrence: RecurrenceRange }
  | { readonly kind: 'recurring'; readonly recurrence: RecurrenceRange }
  | ({ readonly kind: 'rank'; readonly recurrence: RecurrenceRange | null } & RankRequest)
  | { readonly kind: 'movements'; readonly query: MovementQuery };

export type IndexResponse =
  | ({ readonly kind: 'find' } & FoundPlates)
  | ({ readonly kind: 'count' } & WindowCount)
  | { readonly kind: 'days'; readonly days: readonly DayCount[] }
  | { readonly kind: 'candidates'; readonly candidates: Candidates | null }
  | { readonly kind: 'filter'; readonly plates: readonly string[] }
  | ({ readonly kind: 'recurring' } & RecurringCount)
  | ({ readonly kind: 'rank' } & Ranking)
  | ({ readonly kind: 'movements' } & FoundMovements);

export type IndexRequestMessage =
  | { readonly type: 'call'; readonly id: number; readonly plateQuery: PlateQuery; readonly call: IndexCall }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'stop' };

/**
 * `loading`: the database answers meanwhile. `too_big`: the database answers from now on. `off`: the plant is
 * configured without an index.
 */
export type IndexPhase = 'off' | 'loading' | 'ready' | 'too_big';

export interface IndexStatus {
  readonly phase: IndexPhase;
  readonly plates: number;
  readonly bytes: number;
  /** Duration of the last load in milliseconds; 0 before the first one. */
  readonly loadMs: number;
}

export type IndexReplyMessage =
  | { readonly type: 'answer'; readonly id: number; readonly response: IndexResponse }
  | { readonly type: 'unavailable'; readonly id: number }
  | { readonly type: 'status'; readonly status: IndexStatus }
  | { readonly type: 'error'; readonly error: Error };
