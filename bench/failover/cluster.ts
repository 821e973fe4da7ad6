import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServerDatabase } from '@varco/server-kit/database/create-database.repository.ts';
import { getRoleName, type DatabaseRole } from '@varco/server-kit/database/embedded-roles.ts';
import { limitMigratingRole } from '@varco/server-kit/database/log-owner.repository.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import { Client } from 'pg';
import type { WorldDatabase } from '../rolling/world.ts';
import { buildHaproxyFile } from './cluster-files.ts';
import { DatabaseHost } from './database-host.ts';
import { HOSTS } from './network.ts';

const SHIPPED = join(import.meta.dirname, '../../tools/package/files/failover');
const WHOLE_LIMIT_MS = 180_000;
const POLL_MS = 250;

/** Folder of a run inside the Debian; only one run is possible at a time. */
const WORK_FOLDER = '/tmp/varco-failover';
/** The same, as seen from outside. */
export const getWorkFolder = (root: string): string => join(root, WORK_FOLDER);

/** A cluster of two databases and a third voice, behind HAProxy. */
export interface Cluster extends WorldDatabase {
  readonly hosts: readonly DatabaseHost[];
  /** The host whose Patroni holds the lock. Throws when none does. */
  findPrimary(): Promise<DatabaseHost>;
  /** Waits until a primary streams to a synchronous standby. Returns the seconds it took; throws after three minutes. */
  waitUntilWhole(): Promise<number>;
  readLogs(): Promise<string>;
}

const readShipped = (name: string): string => readFileSync(join(SHIPPED, name), 'utf8');
const createPassword = (): string => randomBytes(18).toString('hex');

/** Starts the cluster in the namespaces, in its work folder, which must exist. @param root folder of the Debian whose PostgreSQL, Patroni and etcd are used */
export async function startCluster(root: string): Promise<Cluster> {
  const outside = getWorkFolder(root);
  const passwords = { superuser: createPassword(), replication: createPassword(), rewind: createPassword() };
  const shipped = { patroni: readShipped('patroni.yml'), etcd: readShipped('etcd') };
  const hosts = HOSTS.map(({ name }) => new DatabaseHost({ name, root, folder: WORK_FOLDER, shipped, passwords }));
  const proxyFolder = join(outside, 'haproxy');
  await mkdir(proxyFolder);
  const port = await findFreePort();
  const buildUrl = buildRoleUrls(port, passwords.superuser);
  let proxy: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    for (const host of hosts) host.kill();
    proxy?.kill('SIGKILL');
  };
  try {
    for (const host of hosts) await host.prepare();
    for (const host of hosts) host.boot();
    proxy = await startHaproxy(proxyFolder, port);
    await waitUntilWhole(hosts);
  } catch (error) {
    const logs = await readLogs(hosts, proxyFolder);
    await stop();
    throw new Error(`the cluster did not start:\n${logs}`, { cause: error });
  }
  return {
    ...{ hosts, stop },
    url: buildUrl,
    ensureDatabase: (name) => createDatabase(name, buildUrl),
    findPrimary: () => findPrimary(hosts),
    waitUntilWhole: () => waitUntilWhole(hosts),
    readLogs: () => readLogs(hosts, proxyFolder),
  };
}

/** Addresses through HAProxy; each role has a password of this run. */
function buildRoleUrls(port: number, superuser: string): WorldDatabase['url'] {
  const passwords = new Map<DatabaseRole, string>([['admin', superuser]]);
  return (database, role) => {
    const password = passwords.get(role) ?? createPassword();
    passwords.set(role, password);
    return `postgres://${getRoleName(role)}:${password}@127.0.0.1:${port}/${database}`;
  };
}

async function createDatabase(name: string, buildUrl: WorldDatabase['url']): Promise<void> {
  const url = await createServerDatabase({
    ...{ adminUrl: buildUrl('postgres', 'admin'), ownerUrl: buildUrl(name, 'owner'), appUrl: buildUrl(name, 'app') },
    extensions: [],
  });
  const admin = new Client({ connectionString: url, application_name: 'varco bench' });
  await admin.connect();
  try {
    await limitMigratingRole(admin, getRoleName('owner'));
  } finally {
    await admin.end();
  }
}

async function startHaproxy(folder: string, port: number): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, buildHaproxyFile(readShipped('haproxy.cfg'), port));
  const output = openSync(join(folder, 'haproxy.log'), 'a');
  const child = spawn('haproxy', ['-W', '-db', '-f', file], { stdio: ['ignore', output, output] });
  closeSync(output);
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

async function findPrimary(hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  for (const host of hosts.filter(({ hasDatabase }) => hasDatabase)) {
    const status = await host.readStatus();
    if (status?.role === 'primary' && status.state === 'running') return host;
  }
  throw new Error('no host is the primary');
}

async function waitUntilWhole(hosts: readonly DatabaseHost[]): Promise<number> {
  const begunAt = performance.now();
  const databases = hosts.filter(({ hasDatabase }) => hasDatabase);
  for (;;) {
    const all = await Promise.all(databases.map((host) => host.readStatus()));
    const primaries = all.filter((status) => status?.role === 'primary' && status.state === 'running');
    const isStreaming = primaries[0]?.replication?.some(
      (one) => one.sync_state === 'sync' && one.state === 'streaming',
    );
    // The standby itself knows that it may be promoted.
    const isKnown = all.some((status) => status?.sync_standby === true);
    if (primaries.length === 1 && isStreaming === true && isKnown) return (performance.now() - begunAt) / 1_000;
    if (performance.now() - begunAt > WHOLE_LIMIT_MS)
      throw new Error(`the cluster is not whole again: ${JSON.stringify(all)}`);
    await delay(POLL_MS);
  }
}

async function readLogs(hosts: readonly DatabaseHost[], proxyFolder: string): Promise<string> {
  const proxy = await readFile(join(proxyFolder, 'haproxy.log'), 'utf8').catch(() => '');
  const logs = await Promise.all(hosts.map((host) => host.readLogs()));
  return [...logs, `haproxy\n${proxy.slice(-2_000)}`].join('\n');
}
