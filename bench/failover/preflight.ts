import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PreflightError } from '../../tools/demo/preflight.ts';
import { hasNetwork } from './network.ts';

/** Programs in the folder of the Debian, with the package that brings each. */
const IN_DEBIAN = [
  ['usr/lib/postgresql/18/bin/postgres', 'postgresql-18'],
  ['usr/lib/postgresql/18/bin/pg_rewind', 'postgresql-18'],
  ['usr/bin/patroni', 'patroni'],
  ['usr/lib/python3/dist-packages/etcd/__init__.py', 'python3-etcd'],
  ['usr/bin/etcd', 'etcd-server'],
] as const;
const ON_MACHINE = [
  ['ip', 'iproute2'],
  ['haproxy', 'haproxy'],
  ['caddy', 'caddy'],
] as const;

const isOnPath = (command: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, command)));

/** Packages that a drill lacks. @param root folder of the Debian with PostgreSQL, Patroni and etcd; `/`: this machine */
export function findMissingPackages(root: string): readonly string[] {
  const inside = IN_DEBIAN.filter(([file]) => !existsSync(join(root, file))).map(([, name]) => name);
  const outside = ON_MACHINE.filter(([command]) => !isOnPath(command)).map(([, name]) => name);
  return [...new Set([...inside, ...outside])];
}

/** Throws `PreflightError` with what is missing, in plain words. */
export function checkFailoverMachine(root: string): void {
  const missing = findMissingPackages(root);
  if (missing.length > 0)
    throw new PreflightError(
      `The failover drill needs these packages of Debian: ${missing.join(', ')}. PostgreSQL, Patroni and etcd may also be in a ` +
        'folder that --debian names, as made by: mmdebstrap --variant=minbase ' +
        '--include=postgresql-18,patroni,python3-etcd,etcd-server SUITE FOLDER',
    );
  if (process.getuid?.() !== 0)
    throw new PreflightError('The failover drill makes network namespaces: run it as root.');
  if (hasNetwork())
    throw new PreflightError(
      'A failover drill runs already, or was killed: namespaces varco-failover-* exist (ip netns list, ip netns delete).',
    );
}
