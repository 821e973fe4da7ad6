import { Client } from 'pg';
import { beginDeclaredEpoch } from '../audit/audit-epoch.repository.ts';

const TIMEOUT_MS = 20_000;

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'varco restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Instant of the newest change that recovery brought back; null: there was none after the copy. */
export const readRestoredThrough = (url: string): Promise<Date | null> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? null;
  });

/** Branch of the log of changes that a restored database writes, once it does. */
export const readTimeline = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ part: string }>('select pg_walfile_name(pg_current_wal_lsn()) as part');
    return Number.parseInt(rows[0]?.part.slice(0, 8) ?? '', 16);
  });

/** Rows of tables, by name; the names come from the program. */
export const countRows = (url: string, tables: readonly string[]): Promise<Record<string, number>> =>
  withClient(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${client.escapeIdentifier(table)}`);
      counts[table] = Number(rows[0]?.n ?? 0);
    }
    return counts;
  });

export interface RestoredEpoch {
  /** Highest number that an earlier restoration of these backups declared. */
  readonly used: number;
  /** What was restored, for the first entry. */
  readonly restored: { readonly backup: string; readonly to: string; readonly through: string | null };
}

/**
 * Begins the next epoch of the restored log as the serving role; null: the log was never begun. The number is one that no
 * earlier restoration used, so that two branches of one log never share a name.
 */
export const beginRestoredEpoch = (url: string, { used, restored }: RestoredEpoch): Promise<number | null> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ epoch: number; log: string; origin: string }>(
      'select epoch, log, origin from audit_log order by epoch desc limit 1',
    );
    const [last] = rows;
    if (last === undefined) return null;
    const epoch = Math.max(last.epoch, used) + 1;
    const host = last.origin.slice(0, last.origin.indexOf('/audit/'));
    await beginDeclaredEpoch(client, { host, log: last.log, epoch, timeoutMs: TIMEOUT_MS, restored });
    return epoch;
  });
