import { createServerKey } from '../../../apps/plant-server/src/auth/server-key.ts';
import { CodeDictionary } from '../../../apps/plant-server/src/database/code-dictionary.repository.ts';
import { MonthPartitions } from '../../../apps/plant-server/src/database/month-partitions.repository.ts';
import { AlertDispatcher } from '../../../apps/plant-server/src/features/alerts/alert-dispatcher.ts';
import { AlertStreams } from '../../../apps/plant-server/src/features/alerts/alert-streams.ts';
import { createStoreReads, type StoreReads } from '../../../apps/plant-server/src/features/ingest/store-reads.ts';
import { LookUpService } from '../../../apps/plant-server/src/features/look-ups/look-up-service.ts';
import { createMinistryGateway } from '../../../apps/plant-server/src/features/ministry/guarded-ministry.ts';
import type { SigningKey } from '@varco/server-kit/auth/signing-key.ts';
import { createSimPool, createSimRunner } from '../database/sim-pool.ts';
import type { SimDatabase } from '../database/sim-database.ts';
import type { PlantStore } from '../../../apps/plant-server/src/context/open-store.ts';
import type { World } from '../world.ts';
import { PlantExports } from './plant-exports.ts';
import { SILENT_LOG } from './silent-log.ts';
import { createSimOutbound } from './sim-outbound.ts';

/** Neither ingest nor streams ask the index of plates. */
const NO_INDEX = {} as PlantStore['plateIndex'];

/** Pause between two runs of a job of a plant. The product publishes once a second, which would fill the days with events. */
const PUBLISH_EVERY_MS = 60_000;
const LOOK_UPS_EVERY_MS = 15 * 60_000;

/** What survives the processes of a plant beside its database. */
export interface PlantKeys {
  readonly secret: Buffer;
  readonly signingKey: SigningKey;
}

/** The code of the plant server that runs in one process of a simulated plant. */
export interface PlantProcess {
  readonly storeReads: StoreReads;
  readonly streams: AlertStreams;
  readonly lookUps: LookUpService;
  readonly exports: PlantExports;
}

/** Starts what the plant server starts, in the node of the database; its jobs run until the process ends. */
export async function startPlantProcess(
  world: World,
  database: SimDatabase,
  { secret, signingKey }: PlantKeys,
): Promise<PlantProcess> {
  const pool = createSimPool(database);
  const runner = createSimRunner(database);
  const { clock } = database.node;
  const now = (): Date => new Date(clock.wallMs(world.scheduler.nowMs));
  const key = createServerKey(secret);
  const store: PlantStore = {
    plateIndex: NO_INDEX,
    runner,
    codes: new CodeDictionary(runner),
    months: new MonthPartitions(runner),
  };
  const alerts = new AlertDispatcher({ pool, now, log: SILENT_LOG, onPublished: () => undefined });
  alerts.watchLists();
  const account = { user: 'impianto', password: 'invented' };
  const settings = { url: 'https://registry.example', vpn: account, ministry: account, timeoutMs: 20_000 };
  const ministry = await createMinistryGateway(settings, {
    ...{ outbound: createSimOutbound(world, database.node), runner, now, readBudget: () => 600 },
    rates: { spend: async () => undefined, spendAll: async () => undefined, deleteIdleCounters: async () => undefined },
    fingerprint: (text) => key.mac('registry-access', text),
  });
  if (ministry === null) throw new Error('no registry');
  const auditSink = { record: async () => ({ epoch: 1, seq: 1 }), isWritable: () => true };
  const lookUps = new LookUpService({ runner, ministry, key, auditSink, log: SILENT_LOG, now });
  setInterval(() => void alerts.publishPending(), PUBLISH_EVERY_MS);
  setInterval(() => void lookUps.resumeOpen().catch(() => undefined), LOOK_UPS_EVERY_MS);
  return {
    storeReads: createStoreReads({ store, alerts }),
    streams: new AlertStreams({ store, alerts, now, log: SILENT_LOG }),
    lookUps,
    exports: new PlantExports(world, database, { store, key, signingKey }),
  };
}
