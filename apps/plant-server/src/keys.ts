// Program that lists and replaces the keys of a plant: `varco keys` starts it with the plant's settings.
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { runKeysProgram } from '@varco/server-kit/process/keys-program.ts';
import { PLANT_KEYS } from './auth/plant-keys.ts';
import { createServerKey } from './auth/server-key.ts';
import { poolRunner } from './database/pg-runner.ts';
import { PlantEnv } from './env.ts';
import { PLANT_DATABASE } from './plant-database.ts';
import { findPlantSettings } from './settings/plant-settings.repository.ts';

await runKeysProgram(() => ({
  program: PLANT_DATABASE,
  env: readEnv(PlantEnv, process.env),
  table: PLANT_KEYS,
  createSealer: createServerKey,
  async readIdentity(pool) {
    const settings = await findPlantSettings(poolRunner(pool));
    return settings === null ? null : { host: new URL(settings.public_url).host, log: settings.uuid };
  },
}));
