import { type Selectable, sql } from 'kysely';
import type { AnnouncementTable, Db, Tx } from '../../db.ts';

export type AnnouncementRow = Selectable<AnnouncementTable>;

const MAX_LISTED_ANNOUNCEMENTS = 200;

/** Published announcements, newest first; with drafts for administrators. */
export const findAnnouncements = (db: Db, withDrafts: boolean): Promise<AnnouncementRow[]> =>
  db
    .selectFrom('announcement')
    .$if(!withDrafts, (query) => query.where('is_published', '=', true))
    .selectAll()
    .orderBy(sql`coalesce(published_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_ANNOUNCEMENTS)
    .execute();

export const findAnnouncement = (db: Db, id: number, withDrafts: boolean): Promise<AnnouncementRow | undefined> =>
  db
    .selectFrom('announcement')
    .where('id', '=', id)
    .$if(!withDrafts, (query) => query.where('is_published', '=', true))
    .selectAll()
    .executeTakeFirst();

export interface AnnouncementText {
  readonly title: string;
  readonly text: string;
  readonly publish: boolean;
}

export const insertAnnouncement = (tx: Tx, item: AnnouncementText, now: string): Promise<AnnouncementRow> =>
  tx
    .insertInto('announcement')
    .values({
      title: item.title,
      text: item.text,
      is_published: item.publish,
      published_at: item.publish ? now : null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * The changed row; undefined when there is none. The date of the first publication is kept when it is withdrawn and
 * published again.
 */
export const changeAnnouncement = (
  tx: Tx,
  id: number,
  item: AnnouncementText,
  now: string,
): Promise<AnnouncementRow | undefined> =>
  tx
    .updateTable('announcement')
    .set((eb) => ({
      title: item.title,
      text: item.text,
      is_published: item.publish,
      published_at: item.publish
        ? eb.fn.coalesce('published_at', sql<string>`${now}::timestamptz`)
        : eb.ref('published_at'),
      updated_at: now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** True when it existed. */
export async function removeAnnouncement(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('announcement').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
