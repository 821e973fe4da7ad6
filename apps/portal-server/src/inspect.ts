// Program that says what state the portal is in: `varco doctor` starts it with the portal's settings.
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { inspectKeys } from '@varco/server-kit/keys/inspect-keys.ts';
import { runInspectProgram } from '@varco/server-kit/process/inspect-program.ts';
import { PORTAL_KEYS } from './auth/signing-keys.ts';
import type { DB } from './db.ts';
import { readPortalEnv } from './env.ts';
import { findHeartbeats } from './features/peer/heartbeats.repository.ts';
import { formatMailAddress } from './features/settings/portal-settings.ts';
import { readSettingDefaults } from './features/settings/setting-defaults.ts';
import { readStoredSettings } from './features/settings/settings.repository.ts';
import { PORTAL_DATABASE } from './portal-database.ts';

await runInspectProgram(
  PORTAL_DATABASE,
  () => readPortalEnv(process.env),
  async (url) => {
    if (url === null) return { plants: null, mail: null, keys: [] };
    const pool = createPool({ url, applicationName: 'varco doctor', max: 1 });
    const db = createDatabase<DB>(pool);
    try {
      const { mail } = readSettingDefaults(readPortalEnv(process.env));
      return {
        keys: await inspectKeys(pool, PORTAL_KEYS),
        plants: await findHeartbeats(db),
        mail: formatMailAddress(await readStoredSettings(db), mail),
      };
    } finally {
      await db.destroy();
    }
  },
);
