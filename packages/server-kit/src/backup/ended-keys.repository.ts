import type { Pool, PoolClient } from 'pg';
import { appendEntries, beginAppend, readChainHead } from '../audit/audit-append.repository.ts';
import { prepareRecord } from '../audit/audit-record.ts';
import type { EndedKey } from './list-ended-keys.ts';

const TIMEOUT_MS = 5_000;
const ACTOR = { kind: 'system', id: null, name: 'backups', group: null, level: null, session: null } as const;

/** Those that no entry of the log names yet, oldest first. */
async function findUnrecorded(client: Pool | PoolClient, ended: readonly EndedKey[]): Promise<readonly EndedKey[]> {
  const { rows } = await client.query<{ n: number }>(
    `select e.n::integer as n from unnest($1::integer[], $2::timestamptz[]) with ordinality as e (period, at, n)
      where not exists (select from backup_key_end k where k.period = e.period and k.destroyed_at = e.at)
      order by e.at, e.period`,
    [ended.map(({ period }) => period), ended.map(({ at }) => at)],
  );
  return rows.flatMap(({ n }) => ended[n - 1] ?? []);
}

/**
 * Appends an entry for each ended period that has none, and notes that in the same transaction, under the lock of the log:
 * of two processes one finds nothing left to do. Returns how many it appended.
 */
export async function appendEndedKeys(pool: Pool, ended: readonly EndedKey[]): Promise<number> {
  // Most of the time nothing is new: the log is not locked for that.
  if (ended.length === 0 || (await findUnrecorded(pool, ended)).length === 0) return 0;
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await beginAppend(client, TIMEOUT_MS);
    const missing = await findUnrecorded(client, ended);
    const receipts = await appendEntries(client, await readChainHead(client), missing.map(toRecord));
    await client.query(
      `insert into backup_key_end (period, destroyed_at, epoch, seq)
       select * from unnest($1::integer[], $2::timestamptz[], $3::integer[], $4::bigint[])`,
      [
        missing.map(({ period }) => period),
        missing.map(({ at }) => at),
        receipts.map(({ epoch }) => epoch),
        receipts.map(({ seq }) => seq),
      ],
    );
    await client.query('commit');
    return missing.length;
  } catch (error) {
    failure = error instanceof Error ? error : new Error('append failed');
    throw error;
  } finally {
    // A connection that failed is discarded, so that no transaction stays half open.
    client.release(failure);
  }
}

const toRecord = ({ period, at }: EndedKey) =>
  prepareRecord({
    ...{ action: 'retention.end-backups', outcome: 'ok', actor: ACTOR, from: { ip: null, client: null }, req: null },
    detail: { period, destroyed_at: at, destroyed: period === 0 ? 'files' : 'key' },
  });
