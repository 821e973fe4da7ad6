import type { Runner } from './sql-statement.ts';

/** Serialises changes of a whole table until the end of the transaction; readers are not blocked. */
export async function lockTable(
  runner: Runner,
  table: 'blacklist_entry' | 'plant_user_district' | 'user_group',
): Promise<void> {
  await runner.run({ text: `lock table ${table} in share row exclusive mode`, values: [] });
}
