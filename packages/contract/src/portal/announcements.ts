import { z } from 'zod';
import { BASIC_ERRORS, BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText } from '../wire.ts';

/** An announcement (P 3): title, text, publish; the times are a Varco extension. The text is shown as plain text. */
export const Announcement = z
  .object({
    id: z.int(),
    title: z.string().max(120),
    text: z.string().max(4000),
    publish: z.boolean(),
    /** When it was first published; null: never. */
    published: IsoInstant.nullable(),
    created: IsoInstant,
    updated: IsoInstant,
  })
  .meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof Announcement>;

const AnnouncementFields = z.object({
  title: plainText(120).refine((title) => title.trim() !== '', 'empty'),
  text: plainText(4000),
  publish: z.boolean(),
});

const params = z.object({ announcement: z.coerce.number().int().min(1).max(2_147_483_647) });
const READ = { who: 'portal-user', rule: 'ready' } as const;
const WRITE = { who: 'portal-user', rule: 'admin' } as const;

const change = { errors: BASIC_ONE_ERRORS, access: WRITE, limit: 'command' } as const;
const read = { access: READ, limit: 'read' } as const;

/** Administrators also see drafts, everybody else only published ones; newest first. */
export const listAnnouncements = endpoint({
  ...read,
  id: 'listAnnouncements',
  method: 'GET',
  path: '/api/v1/announcements',
  summary: 'Announcements, newest first',
  response: z.object({ announcements: z.array(Announcement).max(200) }),
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  audit: null,
});

export const createAnnouncement = endpoint({
  id: 'createAnnouncement',
  method: 'POST',
  path: '/api/v1/announcements',
  summary: 'Create an announcement (administrators)',
  body: AnnouncementFields,
  response: Announcement,
  errors: BASIC_ERRORS,
  access: WRITE,
  audit: 'announcement.create',
  limit: 'command',
});

/** A draft returns `not_found` except for administrators. */
export const getAnnouncement = endpoint({
  ...read,
  id: 'getAnnouncement',
  method: 'GET',
  path: '/api/v1/announcements/:announcement',
  summary: 'One announcement',
  params,
  response: Announcement,
  errors: BASIC_ONE_ERRORS,
  audit: null,
});

export const updateAnnouncement = endpoint({
  ...change,
  id: 'updateAnnouncement',
  method: 'PUT',
  path: '/api/v1/announcements/:announcement',
  summary: 'Change, publish or withdraw an announcement (administrators)',
  params,
  body: AnnouncementFields,
  response: Announcement,
  audit: 'announcement.update',
});

export const deleteAnnouncement = endpoint({
  ...change,
  id: 'deleteAnnouncement',
  method: 'DELETE',
  path: '/api/v1/announcements/:announcement',
  summary: 'Delete an announcement (administrators)',
  params,
  response: null,
  audit: 'announcement.delete',
});
