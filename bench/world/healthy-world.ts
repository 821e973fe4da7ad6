import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { startKeptPostgres } from '@varco/server-kit/database/kept-postgres.ts';
import { type DemoLayout, layOut, portsOf } from '../../tools/demo/layout.ts';
import type { DemoSize } from '../../tools/demo/options.ts';
import { checkPorts, readDataMark, writeDataMark } from '../../tools/demo/preflight.ts';
import { demoServices } from '../../tools/demo/services.ts';
import { Supervisor } from '../../tools/demo/supervisor.ts';
import { fillWorld } from '../../tools/demo/world.ts';
import { buildWeb } from '../../tools/web-build.ts';

const root = join(import.meta.dirname, '../..');

/**
 * A load comes from many addresses, as people do: the portal is told them by a proxy here. A browser comes by itself, from another address
 * of this machine: from a proxy that tells no address the portal takes nobody.
 */
export const PROXY_ADDRESS = '127.0.0.2';

/** Which world a bench wants. */
export interface WorldWish {
  readonly dataDir: string;
  /** The mail catcher is not started: nobody is written to. */
  readonly portBase: number;
  readonly size: DemoSize;
  /** More accounts, once, after the portal was filled. */
  readonly fillMore: (postgres: EmbeddedPostgres, layout: DemoLayout) => Promise<void>;
}

/** A portal with eight plants, all in good health, as processes of their own on one PostgreSQL. */
export interface HealthyWorld {
  readonly layout: DemoLayout;
  readonly webDist: string;
  readonly postgres: EmbeddedPostgres;
  /** Process of a plant, by its code in small letters. */
  pidOf(service: string): number | null;
  stop(): Promise<void>;
}

/** Starts the world of a bench; its data (invented) is made once and stays in the folder. @throws PreflightError */
export async function startHealthyWorld(wish: WorldWish, say: (text: string) => void): Promise<HealthyWorld> {
  const { dataDir, portBase, size } = wish;
  const layout = healthy(layOut({ portBase, dataDir }));
  await checkPorts(portsOf(layout));
  say('building the web app');
  buildWeb(root);
  const mark = readDataMark(dataDir);
  const isFilled = mark?.filledAt !== undefined && mark.size === size;
  if (!isFilled) rmSync(dataDir, { recursive: true, force: true });
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
    if (!isFilled) {
      say(`filling a portal and eight plants (${size})`);
      const begunAt = new Date().toISOString();
      await fillWorld(postgres, layout, { size, begunAt, onProgress: () => undefined });
      await wish.fillMore(postgres, layout);
      writeDataMark(dataDir, { size, begunAt, filledAt: begunAt });
    }
    say('starting the portal and eight plants');
    const services = demoServices(root, layout, postgres).map((service) =>
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

/** The demo's plants have faults on purpose (slow, offline, flaky); a bench measures what is in health. */
const healthy = (layout: DemoLayout): DemoLayout => ({
  ...layout,
  plants: layout.plants.map((plant) => ({ ...plant, sim: { ...plant.sim, fault: { kind: 'none' } } })),
});
