import type { RollingWorld } from '../rolling/world.ts';
import type { ServerProcess } from '../rolling/server-process.ts';
import type { Cluster } from './cluster.ts';
import type { DatabaseHost } from './database-host.ts';
import type { FailoverPlan } from './faults.ts';

/** Ends a fault: what a person or the machine's own restart does afterwards. */
export type Heal = () => Promise<void>;

const nothing: Heal = () => Promise.resolve();

/** Brings the fault about. Killed servers are started again at once, as systemd does; everything else waits for `Heal`. */
export async function injectFailover(world: RollingWorld, cluster: Cluster, plan: FailoverPlan): Promise<Heal> {
  const { kind } = plan;
  if (kind.endsWith('-plant') || kind.endsWith('-portal')) {
    const app = kind.endsWith('-plant') ? 'plant' : 'portal';
    const server = world.servers.find(({ name }) => name === `${app} ${plan.process + 1}`);
    if (server === undefined) throw new Error(`there is no process ${app} ${plan.process + 1}`);
    return harmServer(server, kind.startsWith('kill'));
  }
  const primary = await cluster.findPrimary();
  if (kind === 'kill-postgres') {
    await primary.killPostgres();
    return nothing;
  }
  if (kind === 'kill-patroni') {
    primary.killPatroni();
    return nothing;
  }
  const standby = cluster.hosts.find((host) => host.hasDatabase && host !== primary);
  const host = kind.endsWith('-standby') ? (standby ?? primary) : primary;
  return harmHost(host, kind);
}

async function harmServer(server: ServerProcess, isKill: boolean): Promise<Heal> {
  if (!isKill) {
    server.signal('SIGSTOP');
    return async () => server.signal('SIGCONT');
  }
  await server.kill();
  const starting = server.start();
  return async () => void (await starting);
}

function harmHost(host: DatabaseHost, kind: FailoverPlan['kind']): Heal {
  if (kind.startsWith('kill-')) {
    host.kill();
    return async () => host.boot();
  }
  if (kind.startsWith('freeze-')) {
    host.freeze();
    return async () => host.thaw();
  }
  host.cut();
  return async () => host.join();
}
