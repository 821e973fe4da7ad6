/** What of a package of this repository is needed when it runs. */
const RUN_TIME_FOLDERS = ['src', 'migrations', 'bin'];
const DEVELOPMENT_PARTS = ['testing', 'fixtures', 'test', '__snapshots__'];

/**
 * Whether a committed file belongs to the installation.
 *
 * @param path from the root of the repository, such as `packages/domain/src/plate.ts`
 * @param own folders of the packages that run
 */
export function isShipped(path: string, own: readonly string[]): boolean {
  const folder = own.find((candidate) => path.startsWith(`${candidate}/`));
  if (folder === undefined) return path === 'package.json' || path === 'LICENSE';
  const inside = path.slice(folder.length + 1);
  if (inside === 'package.json') return true;
  const parts = inside.split('/');
  if (!RUN_TIME_FOLDERS.includes(parts[0] ?? '')) return false;
  if (parts.slice(0, -1).some((part) => DEVELOPMENT_PARTS.includes(part))) return false;
  return !/\.(?:browser\.)?(?:test|fixture)\.tsx?$/.test(inside);
}

/** Where the files of the package lie in a Debian system, from `tools/package/files`. */
export const PLACED_FILES: readonly { from: string; to: string; mode: number }[] = [
  { from: 'bin/varco', to: 'usr/bin/varco', mode: 0o755 },
  { from: 'bin/varco-exporter', to: 'usr/bin/varco-exporter', mode: 0o755 },
  { from: 'bin/varco-restart', to: 'usr/sbin/varco-restart', mode: 0o755 },
  { from: 'systemd/varco-portal.service', to: 'usr/lib/systemd/system/varco-portal.service', mode: 0o644 },
  { from: 'systemd/varco-plant@.service', to: 'usr/lib/systemd/system/varco-plant@.service', mode: 0o644 },
  {
    from: 'systemd/varco-portal-second.service',
    to: 'usr/lib/systemd/system/varco-portal-second.service',
    mode: 0o644,
  },
  {
    from: 'systemd/varco-plant-second@.service',
    to: 'usr/lib/systemd/system/varco-plant-second@.service',
    mode: 0o644,
  },
  {
    from: 'systemd/varco-migrate-portal.service',
    to: 'usr/lib/systemd/system/varco-migrate-portal.service',
    mode: 0o644,
  },
  {
    from: 'systemd/varco-migrate-plant@.service',
    to: 'usr/lib/systemd/system/varco-migrate-plant@.service',
    mode: 0o644,
  },
  { from: 'systemd/varco-backup@.service', to: 'usr/lib/systemd/system/varco-backup@.service', mode: 0o644 },
  { from: 'systemd/varco-backup@.timer', to: 'usr/lib/systemd/system/varco-backup@.timer', mode: 0o644 },
  {
    from: 'systemd/varco-backup-files@.service',
    to: 'usr/lib/systemd/system/varco-backup-files@.service',
    mode: 0o644,
  },
  { from: 'systemd/varco-backup-files@.timer', to: 'usr/lib/systemd/system/varco-backup-files@.timer', mode: 0o644 },
  {
    from: 'systemd/varco-backup-verify@.service',
    to: 'usr/lib/systemd/system/varco-backup-verify@.service',
    mode: 0o644,
  },
  { from: 'systemd/varco-backup-verify@.timer', to: 'usr/lib/systemd/system/varco-backup-verify@.timer', mode: 0o644 },
  { from: 'systemd/varco.sysusers.conf', to: 'usr/lib/sysusers.d/varco.conf', mode: 0o644 },
  { from: 'systemd/varco.tmpfiles.conf', to: 'usr/lib/tmpfiles.d/varco.conf', mode: 0o644 },
  { from: 'failover/etcd', to: 'usr/share/doc/varco/examples/etcd', mode: 0o644 },
  { from: 'failover/patroni.yml', to: 'usr/share/doc/varco/examples/patroni.yml', mode: 0o644 },
  { from: 'failover/haproxy.cfg', to: 'usr/share/doc/varco/examples/haproxy.cfg', mode: 0o644 },
  { from: 'etc/Caddyfile', to: 'etc/varco/Caddyfile', mode: 0o644 },
  { from: 'monitoring/varco.rules.yml', to: 'usr/share/varco/monitoring/varco.rules.yml', mode: 0o644 },
  { from: 'monitoring/varco.rules.test.yml', to: 'usr/share/varco/monitoring/varco.rules.test.yml', mode: 0o644 },
  { from: 'monitoring/prometheus-varco.yml', to: 'usr/share/varco/monitoring/prometheus-varco.yml', mode: 0o644 },
  { from: 'monitoring/grafana-varco.json', to: 'usr/share/varco/monitoring/grafana-varco.json', mode: 0o644 },
];

/** Folder of the programs in an installed system. */
export const INSTALL_DIR = 'usr/lib/varco';

/** What who runs containers gets beside the images, from `tools/package/files/oci`: edited where it is unpacked. */
export const OCI_FILES = ['compose.yaml', 'Caddyfile', 'answers/portal.yaml', 'answers/borgo.yaml'] as const;

/** Scripts inside the images, from `tools/package/files/oci`. */
export const OCI_SCRIPTS = ['serve-database', 'serve-proxy'] as const;
