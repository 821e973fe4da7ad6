import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { createLog } from '@varco/server-kit/log/log.ts';
import { checkDataFolder } from '@varco/server-kit/process/check-data-folder.ts';
import { startOrExplain } from '@varco/server-kit/process/start-or-explain.ts';
import { exitWhenLost, stopOnSignals } from '@varco/server-kit/process/stop-on-signals.ts';
import manifest from '../package.json' with { type: 'json' };
import { PlantEnv } from './env.ts';
import { startPlant } from './start.ts';

await startOrExplain('plant', async () => {
  const env = readEnv(PlantEnv, process.env);
  await checkDataFolder(env.VARCO_DATA_DIR);
  const log = createLog({ level: env.VARCO_LOG_LEVEL, name: 'plant' });
  const plant = await startPlant({
    env,
    log,
    secret: await readServerSecret(env.VARCO_DATA_DIR),
    version: manifest.version,
    build: process.env['VARCO_BUILD'] ?? 'source',
  });

  stopOnSignals(process, log, () => plant.stop());
  exitWhenLost(process, log, plant.lost);
});
