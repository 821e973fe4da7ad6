import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Makes one round trip to the database; rejects when it is unavailable. */
export async function isDatabaseReachable(db: Db): Promise<boolean> {
  await sql`select 1`.execute(db);
  return true;
}
