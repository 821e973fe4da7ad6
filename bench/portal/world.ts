import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startKeptPostgres } from '@varco/server-kit/database/kept-postgres.ts';
import { type DemoLayout, layOut, portsOf } from '../../tools/demo/layout.ts';
import { checkPorts, readDataMark, writeDataMark } from '../../tools/demo/preflight.ts';
import { demoServices } from '../../tools/demo/services.ts';
import { Supervisor } from '../../tools/demo/supervisor.ts';
import { fillWorld } from '../../tools/demo/world.ts';
import { buildWeb } from '../../tools/web-build.ts';
import { fillCallers } from './callers.ts';

const root = join(import.meta.dirname, '../..');
/** The mail catcher is not started: nobody is written to. */
const PORT_BASE = 18_700;
const SIZE = 'tiny';

/** A portal with eight plants, all in good health, as processes of their own on one PostgreSQL. */
export interface PortalWorld {
  readonly layout: DemoLayout;
  readonly webDist: string;
  stop(): Promise<void>;
}

/** Starts the world of the bench; its data (invented, few transits) is made once and stays in the folder. @throws PreflightError */
export async function startPortalWorld(dataDir: string, say: (text: string) => void): Promise<PortalWorld> {
  const layout = healthy(layOut({ portBase: PORT_BASE, dataDir }));
  await checkPorts(portsOf(layout));
  say('building the web app');
  buildWeb(root);
  const mark = readDataMark(dataDir);
  if (mark?.filledAt === undefined) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  // As root the database runs as nobody, who has to pass through here.
  chmodSync(dataDir, 0o755);
  const postgres = await startKeptPostgres({
    dataDir: join(dataDir, 'postgres'),
    onRestart: () => say('PostgreSQL ended by itself'),
    onGivenUp: (error) => say(`PostgreSQL does not start again: ${String(error)}`),
  });
  const supervisor = new Supervisor({ root, logDir: join(dataDir, 'logs'), onEvent: say });
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    await postgres.stop();
  };
  try {
    if (mark?.filledAt === undefined) {
      say('filling a portal and eight plants');
      const begunAt = new Date().toISOString();
      await fillWorld(postgres, layout, { size: SIZE, begunAt, onProgress: () => undefined });
      await fillCallers(postgres, layout);
      writeDataMark(dataDir, { size: SIZE, begunAt, filledAt: begunAt });
    }
    say('starting the portal and eight plants');
    const services = demoServices(root, layout, postgres).map((service) =>
      // The load comes from many addresses, as people do: the portal is told them by a proxy.
      service.name === 'portal' ? { ...service, env: { ...service.env, VARCO_TRUST_PROXY: '127.0.0.1' } } : service,
    );
    await Promise.all(services.map((service) => supervisor.start(service)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { layout, webDist: join(root, 'apps/portal-web/dist'), stop };
}

/** The demo's plants have faults on purpose (slow, offline, flaky); what is measured here is the portal. */
const healthy = (layout: DemoLayout): DemoLayout => ({
  ...layout,
  plants: layout.plants.map((plant) => ({ ...plant, sim: { ...plant.sim, fault: { kind: 'none' } } })),
});
