import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** Addresses of the hosts end with these numbers, as in the shipped files; the servers have the first. */
export const HOSTS = [
  { name: 'db1', end: 11 },
  { name: 'db2', end: 12 },
  { name: 'db3', end: 13 },
] as const;
export type HostName = (typeof HOSTS)[number]['name'];

/** The network of the drill, in addresses that are reserved for measuring networks (RFC 2544). It exists in namespaces only. */
export const SUBNET = '198.18.77';
const SERVERS_END = 1;
const PREFIX = 'varco-failover-';
const SERVERS = `${PREFIX}servers`;

/** Name of the namespace of a database host. */
export const getNamespace = (host: HostName): string => `${PREFIX}${host}`;
const ALL = [SERVERS, ...HOSTS.map(({ name }) => getNamespace(name))];

const run = (command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Command that runs another one in the namespace of the servers. */
export const buildServersCommand = (command: readonly string[]): readonly string[] => [
  ...['ip', 'netns', 'exec', SERVERS],
  ...command,
];

/** Whether a drill runs, or one was killed before it could clean up. */
export const hasNetwork = (): boolean => ALL.some((name) => existsSync(`/run/netns/${name}`));

/** Makes a namespace for the servers and one for each host, joined by a bridge in that of the servers. Needs root. */
export function createNetwork(): void {
  for (const name of ALL) {
    run('ip', 'netns', 'add', name);
    run('ip', '-n', name, 'link', 'set', 'lo', 'up');
  }
  run('ip', '-n', SERVERS, 'link', 'add', 'hosts', 'type', 'bridge');
  run('ip', '-n', SERVERS, 'address', 'add', `${SUBNET}.${SERVERS_END}/24`, 'dev', 'hosts');
  run('ip', '-n', SERVERS, 'link', 'set', 'hosts', 'up');
  for (const { name, end } of HOSTS) {
    const own = getNamespace(name);
    const pair = ['type', 'veth', 'peer', 'name', 'servers', 'netns', own];
    run('ip', '-n', SERVERS, 'link', 'add', name, ...pair);
    run('ip', '-n', SERVERS, 'link', 'set', name, 'master', 'hosts', 'up');
    run('ip', '-n', own, 'address', 'add', `${SUBNET}.${end}/24`, 'dev', 'servers');
    run('ip', '-n', own, 'link', 'set', 'servers', 'up');
  }
}

/** Ends whatever runs in the namespaces and removes them; what is not there is no error. */
export function removeNetwork(): void {
  for (const name of ALL) {
    if (!existsSync(`/run/netns/${name}`)) continue;
    for (const pid of listProcesses(name)) endProcess(pid);
    spawnSync('ip', ['netns', 'delete', name]);
  }
}

const endProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
};

/** Processes of a namespace. */
export function listProcesses(namespace: string): readonly number[] {
  const found = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
  return found.stdout
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0 && existsSync(`/proc/${pid}`));
}

/** Cuts a host from all others and from the servers, or joins it again. Only in the namespace of the servers. */
export const setLink = (host: HostName, state: 'up' | 'down'): void => run('ip', 'link', 'set', host, state);

/** True inside the namespace of the servers: it alone has the bridge. */
export const isInside = (): boolean => readdirSync('/sys/class/net').includes('hosts');
