import { getDatabaseUrl, restartServer } from './processes.ts';
import { runSql } from './run-sql.ts';
import type { World } from './world.ts';

/** The plant that fails every fourth call in a demo that a person looks at. */
export const FAILING_PLANT = 'RIM';

/**
 * Lets every n-th consultation of a plant fail; 0: none. The failing plant of the demo is set to 0 in every world, because a
 * journey about something else must not depend on which plant holds the rows it happens to meet.
 */
export const setFailures = (world: World, code: string, oneIn: number): Promise<void> =>
  runSql(
    getDatabaseUrl(world.pid, new URL(world.plant(code).url).port),
    `update plant_settings set demo_fail_one_in = ${oneIn}`,
  );

/** Revokes every token of this plant at once, as after a change of password: the next call with each gets 401. */
export const revokePlantTokens = (world: World, url: string): Promise<void> =>
  runSql(getDatabaseUrl(world.pid, new URL(url).port), 'update plant_user set ver = ver + 1');

/**
 * Kills the portal; it restarts with a new signing key and rejects all earlier access tokens. Sessions remain.
 * Resolves when it responds again.
 */
export async function restartPortalWithNewKey(world: World): Promise<void> {
  await runSql(getDatabaseUrl(world.pid, new URL(world.portal).port), 'update signing_key set retired_at = now()');
  await restartServer(world.pid, world.portal);
}
