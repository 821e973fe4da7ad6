import path from 'node:path';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { createLog } from '@varco/server-kit/log/log.ts';
import { checkDataFolder } from '@varco/server-kit/process/check-data-folder.ts';
import { startOrExplain } from '@varco/server-kit/process/start-or-explain.ts';
import { exitWhenLost, stopOnSignals } from '@varco/server-kit/process/stop-on-signals.ts';
import { readPortalEnv } from './env.ts';
import { startPortal } from './start.ts';

await startOrExplain('portal', async () => {
  const env = readPortalEnv(process.env);
  await checkDataFolder(env.VARCO_DATA_DIR);
  const log = createLog({ level: env.VARCO_LOG_LEVEL, name: 'portal' });
  const webDist =
    env.VARCO_WEB_DIST === '' ? path.join(import.meta.dirname, '../../portal-web/dist') : env.VARCO_WEB_DIST;
  const portal = await startPortal({ env, log, webDist, secret: await readServerSecret(env.VARCO_DATA_DIR) });

  stopOnSignals(process, log, () => portal.stop());
  exitWhenLost(process, log, portal.lost);
});
