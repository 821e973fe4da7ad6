import { HOSTS, type HostName, SUBNET } from './network.ts';

/** Passwords of one run. */
export interface ClusterPasswords {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
}

/** Folders of one host, as it sees them. */
export interface HostFolders {
  readonly postgres: string;
  readonly etcd: string;
  /** Socket and password file. */
  readonly run: string;
}

const EXAMPLE_SUBNET = /192\.0\.2\./g;
/** Own name and address of the host in the examples; the lists of all hosts stay as they are. */
const EXAMPLE_END = 11;

const getEnd = (name: HostName): number => HOSTS.find((host) => host.name === name)?.end ?? 0;

/** Replaces exactly one text. Throws when the shipped file has it not, or more than once. */
function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`The shipped file has "${from}" ${parts.length - 1} times.`);
  return parts.join(to);
}

/** The shipped `patroni.yml` for one host of the drill: what is measured is what operators run. */
export function buildPatroniFile(
  shipped: string,
  host: HostName,
  folders: HostFolders,
  passwords: ClusterPasswords,
): string {
  const replaced: readonly (readonly [string, string])[] = [
    ['\nname: db1\n', `\nname: ${host}\n`],
    ['data_dir: /var/lib/postgresql/18/varco', `data_dir: ${folders.postgres}`],
    ['pgpass: /var/lib/postgresql/.pgpass-patroni', `pgpass: ${folders.run}/pgpass`],
    ['unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${folders.run}`],
    ['CHANGE-superuser', passwords.superuser],
    ['CHANGE-replication', passwords.replication],
    ['CHANGE-rewind', passwords.rewind],
    // Hosts of the drill share the watchdog of the machine, which must not restart it.
    ['mode: automatic', "mode: 'off'"],
  ];
  const text = replaced.reduce((file, [from, to]) => replaceOnce(file, from, to), shipped);
  return text
    .replaceAll(/((?:listen|connect_address): 192\.0\.2\.)11:/g, `$1${getEnd(host)}:`)
    .replaceAll(EXAMPLE_SUBNET, `${SUBNET}.`);
}

/** The shipped `haproxy.cfg` with the addresses of the drill and another port. */
export const buildHaproxyFile = (shipped: string, port: number): string =>
  replaceOnce(shipped, 'bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`).replaceAll(EXAMPLE_SUBNET, `${SUBNET}.`);

/** The shipped variables of etcd for one host of the drill. */
export function buildEtcdVariables(shipped: string, host: HostName, folder: string): Readonly<Record<string, string>> {
  const pairs = shipped
    .split('\n')
    .filter((line) => /^ETCD_[A-Z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(
    pairs.map(([name, value]) => {
      if (name === 'ETCD_NAME') return [name, host];
      if (name === 'ETCD_DATA_DIR') return [name, folder];
      if (name === 'ETCD_INITIAL_CLUSTER') return [name, value.replaceAll(EXAMPLE_SUBNET, `${SUBNET}.`)];
      return [name, value.replace(`192.0.2.${EXAMPLE_END}:`, `${SUBNET}.${getEnd(host)}:`)];
    }),
  );
}
