import { createLog } from '@varco/server-kit/log/log.ts';
import { startOrExplain } from '@varco/server-kit/process/start-or-explain.ts';
import { stopOnSignals } from '@varco/server-kit/process/stop-on-signals.ts';
import { buildRegistryApp } from './app.ts';
import { openChargeLedger } from './charge-ledger.ts';
import { readRegistryEnv } from './env.ts';
import { loadSource } from './record-source.ts';

await startOrExplain('registry', async () => {
  const env = readRegistryEnv(process.env);
  const log = createLog({ level: env.VARCO_LOG_LEVEL, name: 'registry' });
  const app = buildRegistryApp({
    vpn: env.VARCO_REGISTRY_VPN,
    ministry: env.VARCO_REGISTRY_MINISTRY,
    records: await loadSource(env.VARCO_REGISTRY_SOURCE, env.VARCO_REGISTRY_SEED),
    ledger: openChargeLedger(env.VARCO_REGISTRY_CHARGES),
    log,
    now: () => new Date(),
    demo: env.VARCO_DEMO,
  });
  await app.listen({ host: env.VARCO_HOST, port: env.VARCO_PORT });
  log.info('listening');

  stopOnSignals(process, log, () => app.close());
});
