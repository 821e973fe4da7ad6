import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readPostgresLock, signal } from '../drill/processes.ts';
import { buildEtcdVariables, buildPatroniFile, type ClusterPasswords } from './cluster-files.ts';
import { getNamespace, HOSTS, type HostName, listProcesses, SUBNET, setLink } from './network.ts';

const REST_PORT = 8008;
const STATUS_MS = 1_500;
/** What systemd waits before it starts a service again that was killed. */
const RESTART_MS = 100;
const PATH = '/usr/lib/postgresql/18/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/** Files that the package ships, as text. */
export interface ShippedFiles {
  readonly patroni: string;
  readonly etcd: string;
}

export interface HostPlan {
  readonly name: HostName;
  /** Root folder of the Debian whose programs are used; `/`: this machine. */
  readonly root: string;
  /** Folder of the run, as seen inside `root`. */
  readonly folder: string;
  readonly shipped: ShippedFiles;
  readonly passwords: ClusterPasswords;
}

/** What Patroni says of its host. */
const Status = z.object({
  role: z.string(),
  state: z.string(),
  sync_standby: z.boolean().optional(),
  replication: z.array(z.object({ sync_state: z.string(), state: z.string() })).optional(),
});
export type HostStatus = z.infer<typeof Status>;

/** One host of the cluster: a namespace with etcd and, but for the third, Patroni and its PostgreSQL. */
export class DatabaseHost {
  readonly name: HostName;
  readonly address: string;
  private readonly plan: HostPlan;
  private patroni: ChildProcess | null = null;
  private isMeantToRun = false;

  constructor(plan: HostPlan) {
    this.plan = plan;
    this.name = plan.name;
    this.address = `${SUBNET}.${HOSTS.find(({ name }) => name === plan.name)?.end ?? 0}`;
  }

  get hasDatabase(): boolean {
    return this.name !== 'db3';
  }

  /** Makes the folders and files of the host. */
  async prepare(): Promise<void> {
    const { shipped, passwords } = this.plan;
    await mkdir(this.outside('run'), { recursive: true });
    await mkdir(this.outside('etcd'), { mode: 0o700 });
    const folders = { postgres: this.inside('postgres'), etcd: this.inside('etcd'), run: this.inside('run') };
    const text = buildPatroniFile(shipped.patroni, this.name, folders, passwords);
    await writeFile(this.outside('patroni.yml'), text, { mode: 0o600 });
    execFileSync('chroot', [this.plan.root, 'chown', '-R', 'postgres:postgres', this.inside('')]);
  }

  /** Starts all services, as a machine does that boots. */
  boot(): void {
    this.isMeantToRun = true;
    this.launch('etcd', ['etcd'], buildEtcdVariables(this.plan.shipped.etcd, this.name, this.inside('etcd')));
    if (this.hasDatabase) this.startPatroni();
  }

  private startPatroni(): void {
    const child = this.launch('patroni', ['patroni', this.inside('patroni.yml')], {});
    this.patroni = child;
    child.once('exit', () => {
      void delay(RESTART_MS).then(() => {
        if (this.isMeantToRun && this.patroni === child) this.startPatroni();
      });
    });
  }

  private launch(service: string, command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    const { root } = this.plan;
    const variables = Object.entries({ PATH, LC_ALL: 'C.UTF-8', HOME: this.inside('run'), ...env });
    // The mounts belong to the namespace that `ip netns exec` made for this command, and end with it.
    const mounts = root === '/' ? '' : 'mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" && ';
    const script = `${mounts}exec chroot --userspec=postgres:postgres "$0" env -i "$@"`;
    const output = openSync(this.outside(`${service}.log`), 'a');
    const child = spawn(
      'ip',
      ['netns', 'exec', getNamespace(this.name), 'sh', '-c', script, root]
        .concat(variables.map(([name, value]) => `${name}=${value}`))
        .concat(command),
      { stdio: ['ignore', output, output], detached: true },
    );
    closeSync(output);
    return child;
  }

  /** Kills everything on the host at once. */
  kill(): void {
    this.isMeantToRun = false;
    this.signalAll('SIGKILL');
  }

  /** Stops or continues everything on the host. */
  freeze(): void {
    // A second time: what was started between listing and stopping.
    for (let time = 0; time < 2; time += 1) this.signalAll('SIGSTOP');
  }

  thaw(): void {
    this.signalAll('SIGCONT');
  }

  private signalAll(name: NodeJS.Signals): void {
    for (const pid of listProcesses(getNamespace(this.name))) signal(pid, name);
  }

  cut(): void {
    setLink(this.name, 'down');
  }

  join(): void {
    setLink(this.name, 'up');
  }

  /** Kills Patroni alone; it is started again, as systemd does. PostgreSQL goes on meanwhile. */
  killPatroni(): void {
    if (this.patroni?.pid !== undefined) signal(this.patroni.pid, 'SIGKILL');
  }

  /** Kills PostgreSQL with all its processes; Patroni finds it gone. */
  async killPostgres(): Promise<void> {
    const lock = await readPostgresLock(this.outside('postgres'));
    if (lock === null) throw new Error(`${this.name} has no PostgreSQL`);
    signal(lock.pid, 'SIGKILL');
  }

  /** What Patroni says; null: nothing. */
  async readStatus(): Promise<HostStatus | null> {
    try {
      const url = `http://${this.address}:${REST_PORT}/patroni`;
      const response = await fetch(url, { signal: AbortSignal.timeout(STATUS_MS) });
      return Status.parse(await response.json());
    } catch {
      return null;
    }
  }

  /** The last lines of its logs. */
  async readLogs(): Promise<string> {
    const texts = ['etcd', 'patroni'].map(async (service) => {
      const text = await readFile(this.outside(`${service}.log`), 'utf8').catch(() => '');
      return `${this.name} ${service}\n${text.slice(-3_000)}`;
    });
    return (await Promise.all(texts)).join('\n');
  }

  private inside(name: string): string {
    return join(this.plan.folder, this.name, name);
  }

  private outside(name: string): string {
    return join(this.plan.root, this.inside(name));
  }
}
