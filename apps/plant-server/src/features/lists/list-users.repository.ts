import { EFFECTIVE_LEVEL } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** A user with whom a reserved entry can be shared. */
export interface ListUser {
  readonly id: number;
  readonly username: string;
  readonly group: string;
}

/** Enabled members of the plant's forces, by name; `ids`: only these. */
export const listUsers = (runner: Runner, ids: readonly number[] | null): Promise<readonly ListUser[]> =>
  runner.run<ListUser>({
    text: `select u.id, u.username, g.name as "group" from plant_user as u join user_group as g on g.id = u.group_id
      where u.active = 1 and ${EFFECTIVE_LEVEL} >= 5 and g.name like 'fdo%' and ($1::int[] is null or u.id = any($1::int[]))
      order by lower(u.username) limit 10000`,
    values: [ids],
  });

export async function groupExists(runner: Runner, id: number): Promise<boolean> {
  return (await runner.run({ text: 'select 1 as one from user_group where id = $1', values: [id] })).length === 1;
}
