import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { startSupervisedPostgres } from '@varco/server-kit/database/supervised-postgres.ts';
import { type DemoLayout, computeLayout, listPorts } from '../../tools/demo/layout.ts';
import type { DemoSize } from '../../tools/demo/options.ts';
import { checkPorts, readDataMark, writeDataMark } from '../../tools/demo/preflight.ts';
import { buildDemoServices } from '../../tools/demo/services.ts';
import { Supervisor } from '../../tools/demo/supervisor.ts';
import { fillWorld } from '../../tools/demo/fill-world.ts';
import { migrateWorld } from '../../tools/demo/migrate-world.ts';
import { buildWeb } from '../../tools/web-build.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Address of the trusted proxy. The load generator acts as a proxy and sends many client addresses. Browsers connect
 * directly from another local address, because the portal rejects proxy requests without a client address.
 */
export const PROXY_ADDRESS = '127.0.0.2';

/** Options of the world of a benchmark. */
export interface WorldOptions {
  readonly dataDir: string;
  /** The mail catcher is not started, because no mails are sent. */
  readonly portBase: number;
  readonly size: DemoSize;
  /** Adds further accounts, once, after the portal was filled. */
  readonly fillMore: (postgres: EmbeddedPostgres, layout: DemoLayout) => Promise<void>;
}

/** A portal with eight healthy plants, each a process of its own, on one PostgreSQL. */
export interface HealthyWorld {
  readonly layout: DemoLayout;
  readonly webDist: string;
  readonly postgres: EmbeddedPostgres;
  /** Process id of a plant, by its code in lower case. */
  pidOf(service: string): number | null;
  stop(): Promise<void>;
}

/**
 * Starts the world of a benchmark. Its invented data is created once and stays in the folder. @throws PreflightError
 */
export async function startHealthyWorld(request: WorldOptions, say: (text: string) => void): Promise<HealthyWorld> {
  const { dataDir, portBase, size } = request;
  const layout = removeFaults(computeLayout({ portBase, dataDir }));
  await checkPorts(listPorts(layout));
  say('building the web app');
  buildWeb(root);
  const mark = readDataMark(dataDir);
  const isFilled = mark?.filledAt !== undefined && mark.size === size;
  if (!isFilled) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  // When started as root, the database runs as user nobody, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const postgres = await startSupervisedPostgres({
    dataDir: join(dataDir, 'postgres'),
    onRestart: () => say('PostgreSQL stopped unexpectedly'),
    onFailed: (error) => say(`PostgreSQL could not be restarted: ${String(error)}`),
  });
  const supervisor = new Supervisor({ root, logDir: join(dataDir, 'logs'), onEvent: say });
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    await postgres.stop();
  };
  try {
    if (!isFilled) {
      say(`filling a portal and eight plants (${size})`);
      const begunAt = new Date().toISOString();
      await fillWorld(postgres, layout, { size, begunAt, onProgress: () => undefined });
      await request.fillMore(postgres, layout);
      writeDataMark(dataDir, { size, begunAt, filledAt: begunAt });
    } else {
      await migrateWorld(postgres, layout);
    }
    say('starting the portal and eight plants');
    const services = buildDemoServices(root, layout, postgres).map((service) =>
      service.name === 'portal' ? { ...service, env: { ...service.env, VARCO_TRUST_PROXY: PROXY_ADDRESS } } : service,
    );
    await Promise.all(services.map((service) => supervisor.start(service)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    layout,
    webDist: join(root, 'apps/portal-web/dist'),
    postgres,
    pidOf: (name) => supervisor.pidOf(name),
    stop,
  };
}

/** The demo's plants have deliberate faults (slow, offline, flaky); a benchmark measures healthy plants. */
const removeFaults = (layout: DemoLayout): DemoLayout => ({
  ...layout,
  plants: layout.plants.map((plant) => ({ ...plant, sim: { ...plant.sim, fault: { kind: 'none' } } })),
});
