import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** Adds to a usage counter of a Rome day. */
export async function addUse(db: Db, counter: string, day: string, n: number): Promise<void> {
  await sql`insert into use_counter (counter, day, n) values (${counter}, ${day}::date, ${n})
    on conflict (counter, day) do update set n = use_counter.n + excluded.n`.execute(db);
}
