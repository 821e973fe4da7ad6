import type { Runner } from '../../database/sql-statement.ts';

/** Disables the entries of a list that have expired at an instant (ISO); returns their ids. */
export async function disableExpired(
  runner: Runner,
  table: 'blacklist_entry' | 'whitelist_entry',
  at: string,
): Promise<readonly number[]> {
  const rows = await runner.run<{ id: number }>({
    text: `update ${table} set is_enabled = false, ver = ver + 1, updated_at = $1
      where is_enabled and expires_at <= $1::timestamptz returning id`,
    values: [at],
  });
  return rows.map(({ id }) => id);
}
