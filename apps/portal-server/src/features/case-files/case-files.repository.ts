import type { StoredCaseFiles } from '@varco/contract/portal/case-files.ts';
import type { Db } from '../../db.ts';

/** The sealed case files of a person; revision 0 when there are none. */
export async function findCaseFiles(db: Db, userId: number): Promise<StoredCaseFiles> {
  const row = await db
    .selectFrom('case_files')
    .where('user_id', '=', userId)
    .select(['rev', 'sealed'])
    .executeTakeFirst();
  return row ?? { rev: 0, sealed: null };
}

/** Stores the next revision in one statement; false: another one was stored first. */
export async function storeCaseFiles(
  db: Db,
  userId: number,
  { rev, sealed }: StoredCaseFiles,
  now: string,
): Promise<boolean> {
  if (rev === 1) {
    const added = await db
      .insertInto('case_files')
      .values({ user_id: userId, rev, sealed, saved_at: now })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const changed = await db
    .updateTable('case_files')
    .set({ rev, sealed, saved_at: now })
    .where('user_id', '=', userId)
    .where('rev', '=', rev - 1)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
