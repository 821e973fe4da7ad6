import { findRow, type Runner } from '../database/sql-statement.ts';

/** The last change of a setting. `by` is a user name, empty when the account is gone; `at` an ISO instant. */
export interface SettingChange {
  readonly name: string;
  readonly ver: number;
  readonly at: string;
  readonly by: string;
}

/** Version of a setting that was never changed. */
export const FIRST_VERSION = 1;

/** Serialises changes of settings until the end of the transaction; readers are not blocked. */
export async function lockSettings(runner: Runner): Promise<void> {
  await runner.run({ text: 'select one from plant_settings for update', values: [] });
}

/** Last changes by name of the setting. */
export async function readSettingChanges(runner: Runner): Promise<ReadonlyMap<string, SettingChange>> {
  const rows = await runner.run<SettingChange>({
    name: 'setting-changes',
    text: `select c.name, c.ver, c.changed_at as at, coalesce(u.username, '') as by
      from setting_change as c left join plant_user as u on u.uuid = c.changed_by`,
    values: [],
  });
  return new Map(rows.map((row) => [row.name, row]));
}

/** Present version of a setting. */
export async function readSettingVersion(runner: Runner, name: string): Promise<number> {
  const row = await findRow<{ ver: number }>(runner, {
    text: 'select ver from setting_change where name = $1',
    values: [name],
  });
  return row?.ver ?? FIRST_VERSION;
}

/** Counts the version of a setting up; `by` is the uuid of the user. */
export async function recordSettingChange(
  runner: Runner,
  name: string,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<void> {
  await runner.run({
    text: `insert into setting_change as c (name, ver, changed_at, changed_by) values ($1, $2, $3, $4)
      on conflict (name) do update set ver = c.ver + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
    values: [name, FIRST_VERSION + 1, at, by],
  });
}
