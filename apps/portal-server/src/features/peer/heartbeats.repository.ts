import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** The enabled plants of the registry with the age of their last message in seconds, by the clock of the database. */
export const findHeartbeats = (db: Db) =>
  db
    .selectFrom('peer')
    .where('is_enabled', '=', true)
    .select([
      'uuid',
      'label',
      'url as address',
      sql<number | null>`extract(epoch from now() - last_seen_at)::float8`.as('heartbeatAgeS'),
    ])
    .orderBy('label')
    .execute();
