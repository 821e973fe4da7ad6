import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitPage } from '@varco/contract/plant/transits.ts';
import { planChunksAhead } from '@varco/domain/federation/chunks-ahead.ts';
import {
  acceptLatePlants,
  buildFirstRequests,
  buildMergedPage,
  type ChunkRequest,
  type FailureKind,
  freezeSearch,
  type MergedPage,
  receiveChunk,
  receiveFailure,
  retryPlant,
  startSearch,
} from '@varco/domain/federation/merge.ts';
import { getNextOrder, ORDER_FIELDS, type SearchOrder } from '@varco/domain/federation/order.ts';
import { abortSearch } from './search-abort.ts';
import { computePeriodLimits, type SearchFilter } from './search-filter.ts';
import { IDLE_SEARCH, NO_REQUESTS, restrictToSelectedPlant, type SearchState } from './search-state.ts';
import type { SearchClock, SearchEvent, SearchStep } from './search-events.ts';
import { toMergeChunk } from './search-wire.ts';

/** T 9: delay between the last trigger and the first request (LIFE-02). Whoever submits the search does not wait. */
export const FETCH_DEBOUNCE_MS = 300;
/**
 * While first responses arrive this close together, no further page is requested: the missing rows are known best when
 * all are in, and more requests would slow down the plants that have not responded. A slow plant delays only until
 * MAX_FILL_PAUSE_MS.
 */
const FILL_QUIET_MS = 80;
/** Maximum of such a pause, counted from the first response. */
const MAX_FILL_PAUSE_MS = 500;

const ROWS = {
  getId: (row: Transit) => row.id,
  getInstant: (row: Transit) => row.data,
  getNumber: (row: Transit, field: 'count_transits' | 'g_transits' | 'g_transit_days') => row[field],
  matchesFilter: () => true,
};

/**
 * The rules of a federated search: first rows of all plants, then the rows missing on the page, then the exact counts.
 * Pure: a session reports events and carries out the effects. An event that means nothing in this state returns the
 * same state and no effects.
 */
export function advanceSearch(state: SearchState, event: SearchEvent, clock: SearchClock): SearchStep {
  switch (event.type) {
    case 'run':
      return run(state, event, clock);
    case 'sort':
      return sort(state, event.field, clock);
    case 'debounce-ended':
      return sendFirstRequests(state);
    case 'abort':
      return abortSearch(state, clock);
    case 'freeze':
      return stay(freeze(state));
    case 'retry':
      return retry(state, event.peerId, clock);
    case 'rows-received':
      return receiveRows(state, event.request, event.page, clock);
    case 'rows-failed':
      return receiveRowsFailure(state, event.plantId, event.failure, clock);
    case 'count-ended':
      return stay(receiveCount(state, event.plantId, event.count));
    case 'accept-late-rows':
      if (state.search === null) return stay(state);
      return requestMissing({ ...state, search: acceptLatePlants(state.search), page: 1 }, clock);
    case 'pick-plant':
      // Uses the received rows and requests more only when the page needs them.
      return requestMissing(acceptPickedPlant({ ...state, peerId: event.peerId, page: 1 }), clock);
    case 'go-to-page':
      return goToPage(state, event.page, clock);
    case 'pause-ended':
      return requestMissing(state, clock);
  }
}

/** The current page; null before the first search. */
export function getCurrentPage(state: SearchState): MergedPage<Transit> | null {
  const view = restrictToSelectedPlant(state);
  return view === null ? null : buildMergedPage(view, state.page);
}

/** True when every plant has responded or failed, the page is whole, and every count has ended. */
export function isSearchComplete({ status, requests }: SearchState): boolean {
  const { inFlight, counting, uncounted } = requests;
  return status === 'done' && inFlight.size + counting.size + uncounted.size === 0;
}

const stay = (state: SearchState): SearchStep => ({ state, effects: [] });

function run(state: SearchState, event: Extract<SearchEvent, { type: 'run' }>, clock: SearchClock): SearchStep {
  const { filter, peerIds, order = state.order, isSubmitted = false } = event;
  if (isSubmitted && isJustSent(state, { filter, peerIds, order }, clock)) return stay(state);
  const step = start(state, filter, peerIds, clock, { order, resultId: state.resultId + 1, peerId: null });
  if (!isSubmitted || step.state.status !== 'searching') return step;
  const first = sendFirstRequests(step.state);
  return { state: first.state, effects: [{ type: 'cancel' }, ...first.effects] };
}

/** True when this very search was sent a moment ago: a key that repeats, or a second press. */
function isJustSent(
  state: SearchState,
  wanted: { readonly filter: SearchFilter; readonly peerIds: readonly number[]; readonly order: SearchOrder },
  { elapsed }: SearchClock,
): boolean {
  const { status, search, requests } = state;
  const isSent = status === 'searching' && requests.inFlight.size > 0;
  if (!isSent || search === null || elapsed - state.startedAtElapsed >= FETCH_DEBOUNCE_MS) return false;
  const sent = {
    filter: state.filter,
    peerIds: search.parts.map(({ plantId }) => Number(plantId)),
    order: state.order,
  };
  return JSON.stringify(sent) === JSON.stringify(wanted);
}

/** Clears the result (readings TA02) and waits for further triggers before any plant is called (LIFE-02). */
function start(
  state: SearchState,
  filter: SearchFilter,
  peerIds: readonly number[],
  { now, elapsed }: SearchClock,
  stored: Pick<SearchState, 'order' | 'resultId' | 'peerId'>,
): SearchStep {
  const search = startSearch<Transit>({
    plants: peerIds.map(String),
    order: stored.order,
    window: computePeriodLimits(filter.period, now),
    read: ROWS,
  });
  const isEmpty = peerIds.length === 0;
  return {
    state: {
      ...IDLE_SEARCH,
      ...stored,
      status: isEmpty ? 'done' : 'searching',
      filter,
      search,
      startedAt: now,
      startedAtElapsed: elapsed,
      tookMs: isEmpty ? 0 : null,
    },
    effects: [
      { type: 'cancel' },
      ...(isEmpty ? [] : [{ type: 'wait', ms: FETCH_DEBOUNCE_MS, next: 'debounce-ended' } as const]),
    ],
  };
}

/** T 2.4: only the order changes, so the same plants are queried again and the result keeps its id (LIFE-06). */
function sort(state: SearchState, field: string, clock: SearchClock): SearchStep {
  const { filter, search, order, resultId, peerId } = state;
  const clicked = ORDER_FIELDS.find((known) => known === field);
  if (filter === null || search === null || clicked === undefined) return stay(state);
  const peerIds = search.parts.map((part) => Number(part.plantId));
  return start(state, filter, peerIds, clock, { order: getNextOrder(order, clicked), resultId, peerId });
}

function sendFirstRequests(state: SearchState): SearchStep {
  if (state.search === null) return stay(state);
  const first = requestRows(state, buildFirstRequests(state.search));
  return { state: first.state, effects: [{ type: 'hold-images' }, ...first.effects] };
}

/** When the user starts to interact, rows of late plants are announced instead of inserted. */
function freeze(state: SearchState): SearchState {
  const { search } = state;
  if (search === null || search.isFrozen || search.parts.every((part) => part.feed.rows.length === 0)) return state;
  return { ...state, search: freezeSearch(search) };
}

/** Calls one plant again. One that is waited for is called already. */
function retry(state: SearchState, peerId: number, clock: SearchClock): SearchStep {
  const { search } = state;
  const plantId = String(peerId);
  const part = search?.parts.find((one) => one.plantId === plantId);
  const isCalled = part?.progress === 'pending' || state.requests.inFlight.has(plantId);
  if (search === null || part === undefined || isCalled) return stay(state);
  return requestRows(
    { ...state, status: 'searching', search: retryPlant(search, plantId), startedAtElapsed: clock.elapsed },
    buildFirstRequests(search).filter((request) => request.plantId === plantId),
  );
}

/** Whoever picks a plant wants its rows: those of a late one are shown, not announced above an empty list. */
function acceptPickedPlant(state: SearchState): SearchState {
  const { search, peerId } = state;
  if (search === null || peerId === null) return state;
  return { ...state, search: acceptLatePlants(search, [String(peerId)]) };
}

function goToPage(state: SearchState, page: number, clock: SearchClock): SearchStep {
  const current = getCurrentPage(state);
  if (current === null || page < 1 || (page > state.page && !current.hasNext)) return stay(state);
  return requestMissing({ ...freeze(state), page }, clock);
}

function receiveRows(state: SearchState, request: ChunkRequest, page: TransitPage, clock: SearchClock): SearchStep {
  const { search, requests } = state;
  if (search === null) return stay(state);
  const { plantId } = request;
  const isFirst = request.offset === 0;
  const { scambi_misurati: misreads } = page;
  return requestMissing(
    acceptPickedPlant({
      ...state,
      search: receiveChunk(search, plantId, toMergeChunk(request, page)),
      answeredAfterMs: new Map(state.answeredAfterMs).set(plantId, clock.elapsed - state.startedAtElapsed),
      ...(misreads === undefined ? {} : { misreads: new Map(state.misreads).set(plantId, misreads) }),
      requests: {
        ...requests,
        inFlight: remove(requests.inFlight, plantId),
        uncounted: isFirst && page.pagination.count === null ? add(requests.uncounted, [plantId]) : requests.uncounted,
        firstResponses: isFirst
          ? { first: requests.firstResponses?.first ?? clock.elapsed, last: clock.elapsed }
          : requests.firstResponses,
      },
    }),
    clock,
  );
}

function receiveRowsFailure(
  state: SearchState,
  plantId: string,
  failure: FailureKind | null,
  clock: SearchClock,
): SearchStep {
  const { search } = state;
  const after = { ...state, requests: { ...state.requests, inFlight: remove(state.requests.inFlight, plantId) } };
  if (search === null || failure === null) return stay(after);
  return requestMissing(
    {
      ...after,
      search: receiveFailure(search, plantId, failure),
      answeredAfterMs: new Map(state.answeredAfterMs).set(plantId, clock.elapsed - state.startedAtElapsed),
    },
    clock,
  );
}

function receiveCount(state: SearchState, plantId: string, count: number | null): SearchState {
  return {
    ...state,
    counts: count === null ? state.counts : new Map(state.counts).set(plantId, count),
    requests: { ...state.requests, counting: remove(state.requests.counting, plantId) },
  };
}

/** Requests the rows missing on the page; once the page is complete, the exact counts. */
function requestMissing(state: SearchState, clock: SearchClock): SearchStep {
  const view = restrictToSelectedPlant(state);
  if (view === null) return stay(state);
  const pauseMs = computeRemainingPause(state, clock);
  if (pauseMs > 0) return { state, effects: [{ type: 'wait', ms: pauseMs, next: 'pause-ended' }] };
  const missing = planChunksAhead(view, state.page);
  return missing.length > 0 ? requestRows(state, missing) : completePage(state, clock);
}

/** Requests rows. A plant with a pending request is left out. */
function requestRows(state: SearchState, wanted: readonly ChunkRequest[]): SearchStep {
  const { inFlight } = state.requests;
  const requests = wanted.filter(({ plantId }) => !inFlight.has(plantId));
  if (requests.length === 0) return stay(state);
  const plantIds = requests.map(({ plantId }) => plantId);
  return {
    state: { ...state, requests: { ...state.requests, inFlight: add(inFlight, plantIds) } },
    effects: [{ type: 'fetch-rows', requests }],
  };
}

function completePage(state: SearchState, clock: SearchClock): SearchStep {
  const { uncounted, counting, inFlight } = state.requests;
  const plantIds = [...uncounted];
  const requests = { ...state.requests, uncounted: NO_REQUESTS.uncounted, counting: add(counting, plantIds) };
  const isPending = inFlight.size > 0 || state.search?.parts.some((part) => part.progress === 'pending') === true;
  const isDone = state.status === 'searching' && !isPending;
  return {
    state: {
      ...state,
      requests,
      ...(isDone ? { status: 'done', tookMs: clock.elapsed - state.startedAtElapsed } : {}),
    },
    effects: [
      { type: 'release-images' },
      ...(plantIds.length === 0 ? [] : [{ type: 'fetch-counts', plantIds } as const]),
    ],
  };
}

/** Milliseconds before more rows may be requested, if no further first response arrives. */
function computeRemainingPause({ search, status, requests }: SearchState, { elapsed }: SearchClock): number {
  const isPending = status === 'searching' && search?.parts.some((part) => part.progress === 'pending') === true;
  if (!isPending || requests.firstResponses === null) return 0;
  const { first, last } = requests.firstResponses;
  return Math.max(0, Math.min(last + FILL_QUIET_MS, first + MAX_FILL_PAUSE_MS) - elapsed);
}

const add = (set: ReadonlySet<string>, plantIds: readonly string[]): ReadonlySet<string> =>
  new Set([...set, ...plantIds]);

const remove = (set: ReadonlySet<string>, plantId: string): ReadonlySet<string> =>
  new Set([...set].filter((one) => one !== plantId));
