// Program that says what state a plant is in: `varco doctor` starts it with the plant's settings.
import { createPool } from '@varco/server-kit/database/pool.ts';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { runInspectProgram } from '@varco/server-kit/process/inspect-program.ts';
import { poolRunner } from './database/pg-runner.ts';
import { PlantEnv } from './env.ts';
import { PLANT_DATABASE } from './plant-database.ts';
import { findPlantSettings } from './settings/plant-settings.repository.ts';

await runInspectProgram(
  PLANT_DATABASE,
  () => readEnv(PlantEnv, process.env),
  async (url) => {
    if (url === null) return { plant: null };
    const pool = createPool({ url, applicationName: 'varco doctor', max: 1 });
    try {
      const found = await findPlantSettings(poolRunner(pool));
      return {
        plant: found === null ? null : { uuid: found.uuid, address: found.public_url, portal: found.portal_url },
      };
    } finally {
      await pool.end();
    }
  },
);
