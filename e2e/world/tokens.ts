import { Client } from 'pg';
import { databaseOf, restartServer } from './processes.ts';
import type { World } from './world.ts';

async function tell(database: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Every token this plant gave ends at once, as after a change of password: its next answer to each is 401. */
export const endPlantTokens = (world: World, url: string): Promise<void> =>
  tell(databaseOf(world.pid, new URL(url).port), 'update plant_user set ver = ver + 1');

/**
 * The portal is killed and comes back with a new signing key, so that it takes none of the access tokens it gave before. Sessions stay.
 * Resolves when it answers again.
 */
export async function restartPortalWithNewKey(world: World): Promise<void> {
  await tell(databaseOf(world.pid, new URL(world.portal).port), 'update signing_key set retired_at = now()');
  await restartServer(world.pid, world.portal);
}
