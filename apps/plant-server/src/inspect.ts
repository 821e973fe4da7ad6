// Program that says what state a plant is in: `varco doctor` starts it with the plant's settings.
import { createPool } from '@varco/server-kit/database/pool.ts';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { inspectKeys } from '@varco/server-kit/keys/inspect-keys.ts';
import { runInspectProgram } from '@varco/server-kit/process/inspect-program.ts';
import { PLANT_KEYS } from './auth/plant-keys.ts';
import { poolRunner } from './database/pg-runner.ts';
import { PlantEnv } from './env.ts';
import { PLANT_DATABASE } from './plant-database.ts';
import { findPlantSettings } from './settings/plant-settings.repository.ts';
import { readRegistryAddress } from './settings/registry-account.repository.ts';

await runInspectProgram(
  PLANT_DATABASE,
  () => readEnv(PlantEnv, process.env),
  async (url) => {
    if (url === null) return { plant: null, registry: null, keys: [] };
    const pool = createPool({ url, applicationName: 'varco doctor', max: 1 });
    try {
      const runner = poolRunner(pool);
      const found = await findPlantSettings(runner);
      const { VARCO_REGISTRY_URL: initial } = readEnv(PlantEnv, process.env);
      return {
        keys: await inspectKeys(pool, PLANT_KEYS),
        registry: await readRegistryAddress(runner, initial),
        plant: found === null ? null : { uuid: found.uuid, address: found.public_url, portal: found.portal_url },
      };
    } finally {
      await pool.end();
    }
  },
);
