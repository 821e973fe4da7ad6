import * as api from '@varco/contract/portal/announcements.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import * as queries from './announcements.repository.ts';

/** Announcements of the portal: administrators write them, everybody reads the published ones (P 6, P 7). */
export function announcementRoutes(app: PortalApp, deps: Pick<PortalDeps, 'db'>): void {
  const { db } = deps;

  implement(app, api.listAnnouncements, async (_input, ctx) => {
    const rows = await queries.findAnnouncements(db, ctx.viewer.isAdmin);
    return { announcements: rows.map(toAnnouncement) };
  });

  implement(app, api.getAnnouncement, async ({ params }, ctx) =>
    toAnnouncement(requireAnnouncement(await queries.findAnnouncement(db, params.announcement, ctx.viewer.isAdmin))),
  );

  implement(app, api.createAnnouncement, ({ body }, ctx) =>
    db.transaction().execute(async (tx) => {
      const row = await queries.insertAnnouncement(tx, body, ctx.now());
      await ctx.audit({ count: 1, detail: { announcement: row.id, publish: row.is_published } });
      return toAnnouncement(row);
    }),
  );

  implement(app, api.updateAnnouncement, ({ params, body }, ctx) =>
    db.transaction().execute(async (tx) => {
      const row = requireAnnouncement(await queries.changeAnnouncement(tx, params.announcement, body, ctx.now()));
      await ctx.audit({ count: 1, detail: { announcement: row.id, publish: row.is_published } });
      return toAnnouncement(row);
    }),
  );

  implement(app, api.deleteAnnouncement, ({ params }, ctx) =>
    db.transaction().execute(async (tx) => {
      if (!(await queries.removeAnnouncement(tx, params.announcement))) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { announcement: params.announcement } });
    }),
  );
}

function requireAnnouncement(row: queries.AnnouncementRow | undefined): queries.AnnouncementRow {
  if (row === undefined) throw new AppError('not_found');
  return row;
}

const toAnnouncement = (row: queries.AnnouncementRow): api.Announcement => ({
  id: row.id,
  title: row.title,
  text: row.text,
  publish: row.is_published,
  published: row.published_at,
  created: row.created_at,
  updated: row.updated_at,
});
