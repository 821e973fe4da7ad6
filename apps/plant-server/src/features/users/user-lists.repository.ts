import type { UserListCounts } from '@varco/contract/plant/users.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Number of reserved and INTERFORCE entries of a user: not every user may receive them. */
export async function countRestrictedEntries(
  runner: Runner,
  owner: number,
): Promise<{ readonly reserved: number; readonly interforce: number }> {
  const [row] = await runner.run<{ reserved: number; interforce: number }>({
    text: `select count(*) filter (where kind = 'master')::int as reserved, count(*) filter (where is_interforce)::int as interforce
      from blacklist_entry where owner = $1 and kind <> 'slave'`,
    values: [owner],
  });
  return row ?? { reserved: 0, interforce: 0 };
}

async function countChanged(runner: Runner, text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await runner.run<{ n: number }>({
    text: `with done as (${text} returning 1) select count(*)::int as n from done`,
    values,
  });
  return row?.n ?? 0;
}

/** Moves the list entries of one user to another. A reserved entry stays when the other user already has one for the same plate. */
export async function moveListEntries(
  runner: Runner,
  from: number,
  to: number,
  nowIso: string,
): Promise<UserListCounts> {
  const set = 'set owner = $2, ver = e.ver + 1, updated_at = $3';
  const values = [from, to, nowIso];
  const isFree = `not exists (select 1 from blacklist_entry as o where o.kind = 'master' and o.plate = e.plate and o.owner = $2)`;
  return {
    blacklist: await countChanged(
      runner,
      `update blacklist_entry as e ${set} where e.owner = $1 and (e.kind = 'open' or (e.kind = 'master' and ${isFree}))`,
      values,
    ),
    whitelist: await countChanged(runner, `update whitelist_entry as e ${set} where e.owner = $1`, values),
    figurehead: await countChanged(runner, `update figurehead_entry as e ${set} where e.owner = $1`, values),
  };
}

/** Deletes the list entries of a user; shares of a reserved entry are deleted with it. */
export async function deleteListEntries(runner: Runner, owner: number): Promise<UserListCounts> {
  return {
    blacklist: await countChanged(runner, `delete from blacklist_entry where owner = $1 and kind <> 'slave'`, [owner]),
    whitelist: await countChanged(runner, 'delete from whitelist_entry where owner = $1', [owner]),
    figurehead: await countChanged(runner, 'delete from figurehead_entry where owner = $1', [owner]),
  };
}
