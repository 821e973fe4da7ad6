import fs from 'node:fs';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { generatePlantPassages, type Traffic } from '@varco/sim/traffic.ts';
import { loadKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { PLANT_KEYS } from '../../apps/plant-server/src/auth/plant-keys.ts';
import { createServerKey } from '../../apps/plant-server/src/auth/server-key.ts';
import { seedPlant, seedTransits } from '../../apps/plant-server/src/seed/seed-plant.ts';
import type { NewRead } from '../../apps/plant-server/src/features/ingest/new-read.ts';
import { openStore } from '../../apps/plant-server/src/context/open-store.ts';
import { poolRunner } from '../../apps/plant-server/src/database/pg-runner.ts';
import { toSeededRead } from './check-values.ts';
import type { DemoPlant } from './layout.ts';
import { ensurePlantKeys } from './plant-keys.ts';
import { buildDemoPlantSeed } from './plant-seed.ts';
import { seedLists } from './seed-lists.ts';

const BATCH_SIZE = 500;

/** Result of filling a plant that other steps of the demo need. */
export interface FilledPlant {
  /** Raw Ed25519 public key, base64url, for the portal's registry. */
  readonly publicKey: string;
}

/**
 * Configures a plant in its migrated database and stores its simulated history. Safe to repeat: stored reads are
 * not duplicated. @param onRows called with the number of reads stored after each batch
 */
export async function fillPlant(
  postgres: EmbeddedPostgres,
  plant: DemoPlant,
  options: { portalUrl: string; smtpPort: number; traffic: Traffic; now: string; onRows: (rows: number) => void },
): Promise<FilledPlant> {
  fs.mkdirSync(plant.dataDir, { recursive: true });
  const pool = createPool({ url: postgres.url(plant.database, 'owner'), applicationName: 'varco demo' });
  try {
    const keys = ensurePlantKeys(plant);
    await seedPlant(pool, buildDemoPlantSeed(plant, options.portalUrl, keys, options.now));
    const store = await openStore(pool, Date.parse(options.now));
    const listed = { blacklist: new Set<string>(), figurehead: new Set<string>() };
    let batch: NewRead[] = [];
    const flush = async (): Promise<void> => {
      await seedTransits(store, batch);
      options.onRows(batch.length);
      batch = [];
    };
    for (const passage of generatePlantPassages(options.traffic, plant.sim.code)) {
      const read = toSeededRead(passage);
      if (read?.alarm === 'si') listed.blacklist.add(read.plate);
      if (read?.alarm === 'pn') listed.figurehead.add(read.plate);
      if (read !== null && batch.push(read) === BATCH_SIZE) await flush();
    }
    if (batch.length > 0) await flush();
    await seedLists(poolRunner(pool), plant.sim.code, listed, options.now);
    // E-mail is sent to the mail catcher; an administrator configures the recipients.
    await pool.query(
      `update alert_channel set is_enabled = true, settings = $1 where kind = 'mail' and settings = '{}'`,
      [
        JSON.stringify({
          server: 'localhost',
          porta: options.smtpPort,
          sicurezza: 'nessuna',
          utente: '',
          mittente: `varco@${plant.sim.code.toLowerCase()}.example`,
          autorita: '',
        }),
      ],
    );
    // Index-only scans need an up-to-date visibility map after a bulk load.
    await pool.query('vacuum (analyze)');
    const ring = await loadKeyRing(pool, createServerKey(await readServerSecret(plant.dataDir)), PLANT_KEYS);
    return { publicKey: toPublicJwk(ring.current.publicKey).x };
  } finally {
    await pool.end();
  }
}
