import { Client } from 'pg';
import { getDatabaseUrl, restartServer } from './processes.ts';
import type { World } from './world.ts';

async function runSql(database: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

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
