import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import {
  type Announcement,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  updateAnnouncement,
} from '@varco/contract/portal/announcements.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { debouncedCall } from '../../lib/debounced.ts';

/** P 7: delay within which calls for announcements are merged. */
export const NEWS_DEBOUNCE_MS = 300;

export type NewsFields = CallInput<typeof createAnnouncement>['body'];

const listNews = debouncedCall(() => callPortal(listAnnouncements, {}), NEWS_DEBOUNCE_MS);

/** Announcements the user may read, newest first; for administrators including drafts. */
export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: async (): Promise<readonly Announcement[]> => (await listNews()).announcements,
});

/** Creates (`id` null) or updates an announcement. @throws ApiError */
export const saveNews = (id: number | null, body: NewsFields): Promise<Announcement> =>
  id === null
    ? callPortal(createAnnouncement, { body })
    : callPortal(updateAnnouncement, { params: { announcement: id }, body });

export const removeNews = (id: number): Promise<void> =>
  callPortal(deleteAnnouncement, { params: { announcement: id } });
