import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/deletions.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** `from` null: today, as the plant has it. */
export const deletionCalendarQuery = (peerId: number, from: string | null) =>
  queryOptions({
    queryKey: ['deletions', peerId, from],
    queryFn: ({ signal }) =>
      callPeer(
        peerId,
        api.readDeletionCalendar,
        { query: { days: api.MAX_CALENDAR_DAYS, ...(from === null ? {} : { from }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const deletionDayQuery = (peerId: number, day: string) =>
  queryOptions({
    queryKey: ['deletions', peerId, 'day', day],
    queryFn: ({ signal }) => callPeer(peerId, api.readDeletionDay, { params: { day } }, { signal }),
    retry: false,
  });
