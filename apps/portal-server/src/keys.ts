// Program that lists and replaces the keys of the portal: `varco keys` starts it with the portal's settings.
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { runKeysProgram } from '@varco/server-kit/process/keys-program.ts';
import { loadPortalUuid } from './auth/portal-identity.repository.ts';
import { createServerKey } from './auth/server-key.ts';
import { PORTAL_KEYS } from './auth/signing-keys.ts';
import type { DB } from './db.ts';
import { readPortalEnv } from './env.ts';
import { PORTAL_DATABASE } from './portal-database.ts';

await runKeysProgram(() => {
  const env = readPortalEnv(process.env);
  return {
    program: PORTAL_DATABASE,
    env,
    table: PORTAL_KEYS,
    createSealer: createServerKey,
    readIdentity: async (pool) => ({
      host: new URL(env.VARCO_PUBLIC_ORIGIN).host,
      log: await loadPortalUuid(createDatabase<DB>(pool)),
    }),
  };
});
