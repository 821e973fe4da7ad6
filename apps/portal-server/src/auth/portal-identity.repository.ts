import type { Db } from '../db.ts';

/** Uuid of this portal, created with its database: audience of its tokens and name of its consultation log. */
export async function loadPortalUuid(db: Db): Promise<string> {
  const row = await db.selectFrom('portal_identity').select('uuid').executeTakeFirstOrThrow();
  return row.uuid;
}
