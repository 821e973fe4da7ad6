import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

/** Typed queries over a pool. `destroy()` ends the pool. */
export const createDatabase = <DB>(pool: Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
