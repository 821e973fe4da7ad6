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
import { debounceAsync } from '../../lib/debounce.ts';

/** P 7: delay within which calls for announcements are merged. */
export const ANNOUNCEMENT_DEBOUNCE_MS = 300;

export type AnnouncementFields = CallInput<typeof createAnnouncement>['body'];

const fetchAnnouncements = debounceAsync(() => callPortal(listAnnouncements, {}), ANNOUNCEMENT_DEBOUNCE_MS);

/** Announcements the user may read, newest first; for administrators including drafts. */
export const announcementsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: async (): Promise<readonly Announcement[]> => (await fetchAnnouncements()).announcements,
});

/** Creates (`id` null) or updates an announcement. @throws ApiError */
export const saveAnnouncement = (id: number | null, body: AnnouncementFields): Promise<Announcement> =>
  id === null
    ? callPortal(createAnnouncement, { body })
    : callPortal(updateAnnouncement, { params: { announcement: id }, body });

export const removeAnnouncement = (id: number): Promise<void> =>
  callPortal(deleteAnnouncement, { params: { announcement: id } });
