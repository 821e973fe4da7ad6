import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAppError } from '../errors/map-error.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { KIT_MIGRATIONS } from './migrate.ts';
import { createAuditPool, createPool } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('read_only', KIT_MIGRATIONS);
});
afterAll(() => database.drop());

const WRITE = `delete from system_event where false`;

/** Writes in a transaction and rolls back where that fails, as servers do: the connection itself is sound. */
async function write(pool: Pool): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(WRITE);
    return await client.query('commit').then(() => 'written');
  } catch (error) {
    await client.query('rollback');
    return error;
  } finally {
    client.release();
  }
}

test.each([createPool, createAuditPool])(
  'a connection to a database that only reads is closed and says to try later, and the next write has a new one (%o)',
  async (create) => {
    const pool = create({ url: database.url, applicationName: 'read only' });
    // What the session of a former primary is to its server: alive, and refusing writes.
    await pool.query('set session characteristics as transaction read only');
    const refused = await write(pool);
    expect(refused).toMatchObject({ code: '25006' });
    expect(toAppError(refused)).toMatchObject({ code: 'unavailable', sub: 'cant_connect_to_db' });
    expect(await write(pool)).toBe('written');
    expect(pool.totalCount).toBe(1);
    await pool.end();
  },
);
