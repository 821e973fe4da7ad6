import { getDatabaseUrl } from './processes.ts';
import { runSql } from './run-sql.ts';
import type { World } from './world.ts';

const getPortalDatabase = (world: World): string => getDatabaseUrl(world.pid, new URL(world.portal).port);

/** Gives or takes the administrator's flag of a portal user; in the product two administrators decide that. */
export const setPortalAdmin = (world: World, username: string, isAdmin: boolean): Promise<void> =>
  runSql(getPortalDatabase(world), 'update portal_user set is_admin = $2 where username = $1', [username, isAdmin]);

/** Says whether the first steps are still to be shown to a portal user; in the product they are to who was invited. */
export const setFirstSteps = (world: World, username: string, areShown: boolean): Promise<void> =>
  runSql(getPortalDatabase(world), 'update portal_user set shows_first_steps = $2 where username = $1', [
    username,
    areShown,
  ]);
