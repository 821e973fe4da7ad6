import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { limitConcurrency } from '@varco/server-kit/process/limit-concurrency.ts';
import { createServerKey } from '../../../apps/portal-server/src/auth/server-key.ts';
import type { Db, DB } from '../../../apps/portal-server/src/db.ts';
import type { PortalDeps } from '../../../apps/portal-server/src/deps.ts';
import { runExports } from '../../../apps/portal-server/src/features/exports/export-runner.ts';
import type { SimDatabase } from '../database/sim-database.ts';
import { createSimPool } from '../database/sim-pool.ts';
import type { World } from '../world.ts';
import { SILENT_LOG } from './silent-log.ts';
import { createSimOutbound } from './sim-outbound.ts';
import { createSimPartStore } from './sim-part-store.ts';

export const PORTAL_HOST = 'portal.example';
const RUN_EVERY_MS = 1_000;
/** Seconds after which a silent plant is given up. */
export const PLANT_PATIENCE_S = 900;
const CONCURRENT_WRITES = 4;

/** The code of the portal that runs in one process of the simulated portal. */
export interface PortalProcess {
  readonly db: Db;
  readonly deps: Pick<PortalDeps, 'db' | 'exports' | 'key'>;
  /** Runs the job of the exports until none is open. */
  workOnExports(): void;
}

/** Starts what the portal needs for exports, in the node of the database. */
export function startPortalProcess(world: World, database: SimDatabase, secret: Buffer): PortalProcess {
  const { node } = database;
  const db = createDatabase<DB>(createSimPool(database));
  const needed = {
    ...{ db, log: SILENT_LOG, publicOrigin: `https://${PORTAL_HOST}`, key: createServerKey(secret) },
    now: (): Date => new Date(node.clock.wallMs(world.scheduler.nowMs)),
    exports: { store: createSimPartStore(world, node), limitWrites: limitConcurrency(CONCURRENT_WRITES) },
    diskGuard: { state: () => 'ok', note: () => undefined },
    settings: { current: () => ({ export_patience_s: PLANT_PATIENCE_S }) },
  };
  // The archive of an export, which needs more, is not made here.
  const deps = needed as unknown as PortalDeps;
  const outbound = createSimOutbound(world, node);
  let isWorking = false;
  const work = async (): Promise<void> => {
    isWorking = true;
    while ([...database.tables.exports.values()].some(({ state }) => state !== 'ended')) {
      await runExports(deps, outbound, new AbortController().signal).catch(() => undefined);
      await new Promise((resolve) => void setTimeout(resolve, RUN_EVERY_MS));
    }
    isWorking = false;
  };
  return {
    db,
    deps,
    workOnExports: () => {
      if (!isWorking) void work();
    },
  };
}
