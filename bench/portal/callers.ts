import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { createVault } from '@varco/vault/create-vault.ts';
import { createKdf } from '@varco/vault/kdf.ts';
import { createServerKey } from '../../apps/portal-server/src/auth/server-key.ts';
import type { DB } from '../../apps/portal-server/src/db.ts';
import { seedPortal, type SeedUser } from '../../apps/portal-server/src/seed/seed-portal.ts';
import { PORTAL_DATABASE, getPortalDataDir } from '../../tools/demo/fill-portal.ts';
import type { DemoLayout } from '../../tools/demo/layout.ts';

/** Accounts for the load test; no account is used twice at the same time. Each has eight plants in its vault. */
export const CALLERS = Array.from({ length: 40 }, (_, i) => `misura${i + 1}`);
export const CALLER_PASSWORD = 'Varco-misura-42';

/**
 * Adds the accounts of the load test to a filled portal. The browser runs use a demo account with full key-derivation
 * strength.
 */
export async function fillCallers(postgres: EmbeddedPostgres, layout: DemoLayout): Promise<void> {
  const pool = createPool({ url: postgres.url(PORTAL_DATABASE, 'owner'), applicationName: 'varco bench' });
  const db = createDatabase<DB>(pool);
  try {
    const key = createServerKey(await readServerSecret(getPortalDataDir(layout)));
    const users: SeedUser[] = [];
    for (const index of CALLERS.keys()) users.push(await buildCaller(layout, index));
    await seedPortal({ db, key }, { peers: [], users });
  } finally {
    await db.destroy();
  }
}

async function buildCaller(layout: DemoLayout, index: number): Promise<SeedUser> {
  const uuid = `be7c4000-0000-4000-b000-${String(index + 1).padStart(12, '0')}`;
  const username = CALLERS[index] ?? '';
  // The key derivation runs in the browser; the portal's work does not depend on its strength.
  const { kdf, proof, vault } = await createVault({
    userUuid: uuid,
    password: CALLER_PASSWORD,
    kdf: createKdf({ m: 19_456, t: 2 }),
    credentials: layout.plants.map((plant) => ({
      id: plant.uuid,
      url: plant.url,
      label: plant.sim.label,
      username,
      password: `Varco-${plant.sim.code}-77.42`,
      uuid: plant.uuid,
    })),
  });
  return {
    uuid,
    username,
    email: `${username}@comune.cesena.fc.it`,
    fullName: `Misura ${index + 1}`,
    proof,
    kdf,
    vault: { ...vault, keys: [...vault.keys], items: { ...vault.items } },
    peers: layout.plants.map((plant) => plant.uuid),
  };
}
