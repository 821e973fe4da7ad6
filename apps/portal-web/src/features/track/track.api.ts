import { useQueries } from '@tanstack/react-query';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { TRACK_PAGE_SIZE } from '@varco/domain/maps/map-constants.ts';
import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import { useApprovals } from '../../lib/approvals/approvals.store.ts';
import { findPlateSearch, listPlateApprovals, useTimeOfEnds } from '../../lib/approvals/granted-approvals.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';

/** Passages of a plate in a period; null: unlimited. */
export interface TrackQuery {
  readonly plate: string;
  readonly start: string | null;
  readonly end: string | null;
}

export interface PlantTrack {
  readonly peerId: number;
  readonly state: 'asking' | 'answered' | 'failed';
  readonly transits: readonly Transit[];
  /** Number of passages beyond those returned. */
  readonly omittedCount: number;
  /** The person's role sees a part of the period only. */
  readonly isLimited: boolean;
  readonly retry: () => void;
}

/**
 * All passages of a plate on all plants the user may search: one page of 999 each (T 7.1), loaded in parallel. A plant where
 * exactly this plate was granted beyond the role for the period is asked under that approval (ADR 0027). Without a plate
 * nothing is asked.
 */
export function useTrackTransits({ plate, start, end }: TrackQuery): readonly PlantTrack[] {
  const peerIds = usePlantList()
    .filter(({ credential, state, login }) => credential.enabled && state === 'ok' && login !== null)
    .filter(({ login }) => login !== null && canReadTransits(login.user) === null)
    .map(({ peerId }) => peerId);
  const { byPeer } = useApprovals();
  const approvals = new Map(peerIds.map((peerId) => [peerId, listPlateApprovals(byPeer.get(peerId), plate)]));
  // A track is asked for again, within the role, when its approval has ended.
  const at = useTimeOfEnds([...approvals.values()].flat().map(({ valida_fino: until }) => until));
  const own = {
    f_targa: plate,
    ...(start === null ? {} : { f_startTime: start }),
    ...(end === null ? {} : { f_endTime: end }),
  };
  return useQueries({
    queries: (plate === '' ? [] : peerIds).map((peerId) => {
      const approved = findPlateSearch(approvals.get(peerId) ?? [], { start, end }, at);
      const body = { ...(approved?.search ?? own), order_by: '-data', p: 1, page_size: TRACK_PAGE_SIZE };
      return {
        queryKey: ['track', peerId, plate, start, end, approved?.approval.id ?? null],
        queryFn: ({ signal }: { signal: AbortSignal }) => callPeer(peerId, searchTransits, { body }, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      };
    }),
    combine: (answers) =>
      answers.map(({ data, isError, refetch }, index): PlantTrack => ({
        peerId: peerIds[index] ?? 0,
        state: data !== undefined ? 'answered' : isError ? 'failed' : 'asking',
        transits: data?.objects ?? [],
        isLimited: data?.limitations.includes('look_back') === true,
        omittedCount: Math.max(0, (data?.pagination.count ?? 0) - (data?.objects.length ?? 0)),
        retry: () => void refetch(),
      })),
  });
}
