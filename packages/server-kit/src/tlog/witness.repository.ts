import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';

/** A log this server cosigns, with the largest checkpoint it has cosigned. */
export interface WitnessedLog {
  readonly origin: string;
  readonly owner: string;
  readonly vkeys: readonly string[];
  readonly size: number;
  /** Null: nothing was cosigned yet. */
  readonly root: Uint8Array | null;
}

/** A log as its server announces it. */
export interface AnnouncedLog {
  readonly origin: string;
  /** Uuid of the server. */
  readonly owner: string;
  readonly epoch: number;
  readonly vkeys: readonly string[];
}

/** What an announcement changed. `new-epoch`: its server began the log anew. `new-keys`: the log is signed by other keys. */
export type Announcement = 'known' | 'new' | 'new-epoch' | 'new-keys' | 'refused';

/**
 * Remembers a log to be cosigned. What was cosigned stays, whatever is announced. `refused`: the origin belongs to
 * another server.
 */
export async function storeAnnouncedLog(pool: Pool, log: AnnouncedLog): Promise<Announcement> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ owner: string; vkeys: string[] }>(
      'select owner, vkeys from witnessed_log where origin = $1 for update',
      [log.origin],
    );
    const [known] = rows;
    if (known === undefined) {
      const earlier = await client.query('select 1 from witnessed_log where owner = $1 limit 1', [log.owner]);
      const { rowCount } = await client.query(
        `insert into witnessed_log (origin, owner, epoch, vkeys) values ($1, $2, $3, $4) on conflict do nothing`,
        [log.origin, log.owner, log.epoch, log.vkeys],
      );
      if (rowCount === 0) return 'known';
      return earlier.rowCount === 0 ? 'new' : 'new-epoch';
    }
    if (known.owner !== log.owner) return 'refused';
    if (known.vkeys.join('\n') === log.vkeys.join('\n')) return 'known';
    await client.query('update witnessed_log set vkeys = $2 where origin = $1', [log.origin, log.vkeys]);
    return 'new-keys';
  });
}

/** The newest log of every server this one witnesses. */
export async function listWitnessedLogs(pool: Pool): Promise<readonly (AnnouncedLog & { readonly size: number })[]> {
  const { rows } = await pool.query<{ origin: string; owner: string; epoch: number; vkeys: string[]; size: string }>(
    `select distinct on (owner) origin, owner, epoch, vkeys, size from witnessed_log order by owner, epoch desc, origin`,
  );
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Runs `decide` on the log of an origin, which no other call can change meanwhile; undefined: the origin is unknown. */
export async function withWitnessedLog<T>(
  pool: Pool,
  origin: string,
  decide: (log: WitnessedLog | undefined, client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{
      origin: string;
      owner: string;
      vkeys: string[];
      size: string;
      root: Buffer | null;
    }>('select origin, owner, vkeys, size, root from witnessed_log where origin = $1 for update', [origin]);
    const [row] = rows;
    const log =
      row === undefined
        ? undefined
        : { ...row, size: Number(row.size), root: row.root === null ? null : new Uint8Array(row.root) };
    return decide(log, client);
  });
}

/** The checkpoint becomes the one the log can never go back behind. `note`: with the cosignatures given. */
export async function storeCosigned(
  client: PoolClient,
  checkpoint: {
    readonly origin: string;
    readonly size: number;
    readonly root: Uint8Array;
    readonly note: string;
    readonly at: Date;
  },
): Promise<void> {
  await client.query(
    `update witnessed_log set size = $2, root = $3, note = $4, cosigned_at = $5, refused_at = null, refused_code = null
      where origin = $1`,
    [checkpoint.origin, checkpoint.size, Buffer.from(checkpoint.root), checkpoint.note, checkpoint.at],
  );
}

/** Keeps a signed checkpoint that contradicts the cosigned one: the proof of a fork. */
export async function storeFork(client: PoolClient, origin: string, note: string, at: Date): Promise<void> {
  await client.query(
    `update witnessed_log set refused_at = $2, refused_code = 'fork', refused_note = $3 where origin = $1`,
    [origin, at, note],
  );
}

/** The note this server cosigned last for the log whose origin has this SHA-256 (hexadecimal); null: none. */
export async function findCosignedNote(pool: Pool, originHash: string): Promise<string | null> {
  const { rows } = await pool.query<{ note: string | null }>(
    `select note from witnessed_log where encode(sha256(convert_to(origin, 'UTF8')), 'hex') = $1`,
    [originHash],
  );
  return rows[0]?.note ?? null;
}

/**
 * Seconds since this server last cosigned the log it has not cosigned for the longest time, newest epochs only; null
 * when it witnesses no log that was ever cosigned.
 */
export async function readOldestCosignatureSeconds(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `select max(extract(epoch from clock_timestamp() - cosigned_at))::float8 as seconds
       from (select distinct on (owner) cosigned_at from witnessed_log order by owner, epoch desc) newest`,
  );
  return rows[0]?.seconds ?? null;
}
