import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { checkSchema } from '@varco/server-kit/database/check-schema.ts';
import { readMigrations } from '@varco/server-kit/database/migrate.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { loadKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { PLANT_KEYS } from '../auth/plant-keys.ts';
import { createServerKey } from '../auth/server-key.ts';
import { PLANT_DATABASE } from '../plant-database.ts';
import { readNewestInstant } from '../features/transits/search/count-transits.repository.ts';
import { openStore, type PlantStore } from '../context/open-store.ts';
import { seedPlant, type PlantSeed } from './seed-plant.ts';

export interface SeedTarget {
  /** Address of the migrated database, as the serving role. */
  readonly databaseUrl: string;
  /** Data folder of the plant; its `server.secret` seals the plant's key and is created when missing. */
  readonly dataDir: string;
  /** Current time in milliseconds. */
  readonly nowMs: number;
}

export interface SeededPlant {
  /** False when the plant existed already; its settings, users and gates are then unchanged. */
  readonly isNew: boolean;
  /** Raw Ed25519 public key, base64url; the portal trusts heartbeats signed with it. */
  readonly publicKey: string;
}

/**
 * Sets the plant up in its migrated database, and lets `fill` store transits before the server runs. `fill` receives
 * the newest stored read (ISO; null: none) and is called on every run: storing the same reads again changes
 * nothing, so an interrupted fill can be repeated.
 */
export async function seedPlantDatabase(
  target: SeedTarget,
  seed: PlantSeed,
  fill?: (store: PlantStore, newest: string | null) => Promise<void>,
): Promise<SeededPlant> {
  await checkSchema(target.databaseUrl, await readMigrations(...PLANT_DATABASE.migrations), PLANT_DATABASE.command);
  const pool = createPool({ url: target.databaseUrl, applicationName: 'varco plant seed', max: 4 });
  try {
    const isNew = await seedPlant(pool, seed);
    const store = await openStore(pool, target.nowMs);
    const keys = await loadKeyRing(pool, createServerKey(await readServerSecret(target.dataDir)), PLANT_KEYS);
    await fill?.(store, await readNewestInstant(store.runner));
    return { isNew, publicKey: toPublicJwk(keys.current.publicKey).x };
  } finally {
    await pool.end();
  }
}
