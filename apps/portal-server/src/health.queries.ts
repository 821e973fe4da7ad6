import { sql } from 'kysely';
import type { Db } from './db.ts';

/** One round trip; a rejection means no. */
export async function isDatabaseThere(db: Db): Promise<boolean> {
  await sql`select 1`.execute(db);
  return true;
}
