import { transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { addApproval } from '../../../lib/approvals/approvals.store.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';
import type { Period } from '../search/search-filter.ts';
import type { SearchSession } from '../search/search-session.ts';
import type { SearchState } from '../search/search-state.ts';
import { type HistogramAnswers, type HistogramRequest, HistogramSession, isSamePeriod } from './histogram-session.ts';
import { type MergedHistogram, mergeHistograms } from './merge-histograms.ts';

/** Ends with the search session of its list, at sign-out and when its tab is closed. */
const sessions = new WeakMap<SearchSession, HistogramSession>();

function getHistogramSession(session: SearchSession): HistogramSession {
  const known = sessions.get(session);
  if (known !== undefined) return known;
  const made = new HistogramSession((peerId, body, signal) =>
    callPeer(peerId, transitHistogram, { body: addApproval(peerId, body) }, { signal }),
  );
  sessions.set(session, made);
  return made;
}

/** The search without its period and order, which change nothing about where transits are counted. */
function describeSubject({ filter, search }: SearchState): string {
  if (filter === null || search === null) return '';
  const peerIds = search.parts.map(({ plantId }) => plantId);
  return JSON.stringify([{ ...filter, period: null }, peerIds]);
}

/** Histogram of the shown search, for the selected plant or all. */
export interface ShownHistogram {
  readonly merged: MergedHistogram;
  /** The period it was counted over; null: nothing was counted yet. */
  readonly whole: Period | null;
  /** Plants that are not in it, because their search or their count failed. */
  readonly missing: readonly number[];
  /** Plants that show this person a last part of their archive only, with the first instant they counted; null: no transit. */
  readonly shortened: ReadonlyMap<number, string | null>;
  /** A plant is still counting, or the search has not ended. */
  readonly isPending: boolean;
  readonly session: HistogramSession;
}

/** Plants of the search, or the one that is picked. */
const listShownPlants = ({ search, peerId }: SearchState): readonly number[] =>
  (search?.parts ?? []).map(({ plantId }) => Number(plantId)).filter((id) => peerId === null || peerId === id);

const mergeAnswers = (answers: HistogramAnswers, shown: readonly number[]): MergedHistogram =>
  mergeHistograms(shown.map((id) => answers.get(id)).filter((answer) => answer !== undefined && answer !== null));

/** Without them the bars would seem to say that these plants had no transits before. */
function listShortened(answers: HistogramAnswers, shown: readonly number[]): ReadonlyMap<number, string | null> {
  const starts = shown.flatMap((id): readonly (readonly [number, string | null])[] => {
    const answer = answers.get(id);
    if (answer?.limitations.includes('t_max') !== true) return [];
    return [[id, answer.secchi[0]?.inizio ?? null]];
  });
  return new Map(starts);
}

/** The plants that answered a search that has ended, and the filter that counts the transits of each. */
function listCountRequests(
  { toWireSearch }: SearchSession,
  { filter, search, startedAt, status, order }: SearchState,
): readonly HistogramRequest[] {
  if (filter === null || search === null || startedAt === null || status !== 'done') return [];
  const answered = search.parts.filter(({ progress }) => progress === 'completed');
  return answered.map(({ plantId }) => ({
    peerId: Number(plantId),
    body: toWireSearch({ filter, order, startedAt }, plantId),
  }));
}

/** Asks the plants of a finished search for its transits over time. */
export function useHistogram(searchSession: SearchSession, state: SearchState): ShownHistogram {
  const session = getHistogramSession(searchSession);
  const { answers, period: whole } = useSyncExternalStore(session.subscribe, session.getState);
  const { filter, resultId, status } = state;
  const about = describeSubject(state);
  // The first rows come before the histogram: it waits until the search has ended.
  const requests = listCountRequests(searchSession, state);
  const key = JSON.stringify([about, filter?.period, resultId, requests.map(({ peerId }) => peerId)]);
  const show = useEffectEvent((): void => {
    if (filter !== null) session.show({ about, period: filter.period, resultId }, requests);
  });
  useEffect(() => show(), [key, session]);
  useEffect(() => () => session.stop(), [session]);
  const shown = listShownPlants(state);
  const isWhole = filter !== null && whole !== null && isSamePeriod(whole, filter.period);
  const awaited = new Set(isWhole ? requests.map(({ peerId }) => peerId) : []);
  const isMissing = (id: number): boolean =>
    answers.get(id) === null || (status === 'done' && whole !== null && !answers.has(id) && !awaited.has(id));
  return {
    merged: mergeAnswers(answers, shown),
    whole,
    missing: shown.filter(isMissing),
    shortened: listShortened(answers, shown),
    isPending: status === 'searching' || shown.some((id) => awaited.has(id) && !answers.has(id)),
    session,
  };
}
