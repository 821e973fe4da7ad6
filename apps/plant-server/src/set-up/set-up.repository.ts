import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import type { Runner } from '../database/sql-statement.ts';

/** A person who administers the plant, as far as setting it up is concerned. */
export interface Administrator {
  readonly id: number;
  readonly uuid: string;
  readonly username: string;
  /** They have not chosen a password of their own yet. */
  readonly is_pending: boolean;
  /** The account was made by setting the plant up, and nobody manages it. */
  readonly is_of_set_up: boolean;
}

/** The enabled administrators, by id. */
export const findAdministrators = (runner: Runner): Promise<readonly Administrator[]> =>
  runner.run<Administrator>({
    text: `select u.id, u.uuid, u.username, u.active = -1 as is_pending, u.created_by is null as is_of_set_up
             from plant_user u join user_group g on g.id = u.group_id
            where g.level >= $1 and u.active <> 0 order by u.id`,
    values: [PLANT_ADMIN_LEVEL],
  });

/** Replaces the first password of an account that has not used it; false: it was used meanwhile. */
export async function replaceFirstPassword(runner: Runner, id: number, hash: string, today: string): Promise<boolean> {
  const rows = await runner.run<{ id: number }>({
    text: `update plant_user set password_hash = $2, password_set_on = $3, ver = ver + 1
            where id = $1 and active = -1 returning id`,
    values: [id, hash, today],
  });
  return rows.length === 1;
}

/** Names of gates that the plant does not have, whatever their case. */
export async function findMissingGates(runner: Runner, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ name: string }>({
    text: `select n.name from unnest($1::text[]) n (name)
            where not exists (select from gate g where lower(g.fullname) = lower(n.name))`,
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}
