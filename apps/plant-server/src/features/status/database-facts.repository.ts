import type { Runner } from '../../database/sql-statement.ts';

/** Size of the plant's database in MB (10^6 bytes) and version of its server. */
export async function readDatabaseFacts(runner: Runner): Promise<{ readonly size: number; readonly version: string }> {
  const [row] = await runner.run<{ mb: number; version: string }>({
    name: 'database-facts',
    text: `select (pg_database_size(current_database()) / 1000000)::int as mb, current_setting('server_version') as version`,
    values: [],
  });
  return { size: row?.mb ?? 0, version: (row?.version ?? '').slice(0, 40) };
}
