import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHandbookCommands } from './handbook-commands.ts';
import { PLACED_FILES } from './shipped-files.ts';

const root = join(import.meta.dirname, '../..');
const FILES = join(import.meta.dirname, 'files/failover');
const INSTALLED = {
  etcd: '/etc/default/etcd',
  'patroni.yml': '/etc/patroni/config.yml',
  'haproxy.cfg': '/etc/haproxy/haproxy.cfg',
} as const;

let folder = '';
let commands: readonly string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varco-failover-files-'));
  const handbook = readFileSync(join(root, 'docs/handbook/gestore.md'), 'utf8');
  commands = listHandbookCommands(handbook, '## Base dati su due macchine').flatMap((block) => block.split('\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the manual makes of a shipped file on the second host. */
function changeAsManualSays(name: keyof typeof INSTALLED): string {
  copyFileSync(join(FILES, name), join(folder, name));
  const changes = commands.filter((line) => line.startsWith('sed -i ') && line.endsWith(INSTALLED[name]));
  const script = ['NAME=db2 ADDRESS=192.0.2.12', ...changes].join('\n').replaceAll(INSTALLED[name], name);
  execFileSync('sh', ['-e', '-c', script], { cwd: folder });
  return readFileSync(join(folder, name), 'utf8');
}

const listChanges = (before: string, after: string): readonly string[] => {
  const lines = before.split('\n');
  return after.split('\n').filter((line, i) => line !== lines[i]);
};

test('the manual installs each file that the package ships, under the name it has there', () => {
  for (const [name, target] of Object.entries(INSTALLED)) {
    const { to } = PLACED_FILES.find(({ from }) => from === `failover/${name}`) ?? { to: '' };
    expect(commands.find((line) => line.startsWith('install ') && line.endsWith(` ${target}`))).toContain(` /${to} `);
  }
});

test('the commands of the manual give the second host its own name and addresses, and nothing else', () => {
  const etcd = readFileSync(join(FILES, 'etcd'), 'utf8');
  expect(listChanges(etcd, changeAsManualSays('etcd'))).toEqual([
    'ETCD_NAME=db2',
    'ETCD_LISTEN_PEER_URLS=http://192.0.2.12:2380',
    'ETCD_INITIAL_ADVERTISE_PEER_URLS=http://192.0.2.12:2380',
    'ETCD_LISTEN_CLIENT_URLS=http://192.0.2.12:2379',
    'ETCD_ADVERTISE_CLIENT_URLS=http://192.0.2.12:2379',
  ]);
  const patroni = readFileSync(join(FILES, 'patroni.yml'), 'utf8');
  expect(listChanges(patroni, changeAsManualSays('patroni.yml'))).toEqual([
    'name: db2',
    '  listen: 192.0.2.12:8008',
    '  connect_address: 192.0.2.12:8008',
    '  listen: 192.0.2.12:5432',
    '  connect_address: 192.0.2.12:5432',
  ]);
});

test('what nothing acknowledged may be lost by is set: synchronous writes, and no promotion of a host that lacks any', () => {
  const patroni = readFileSync(join(FILES, 'patroni.yml'), 'utf8');
  expect(patroni).toContain('\n    synchronous_mode: true\n');
  expect(patroni).toContain("\n        synchronous_commit: 'on'\n");
  const read = (name: string): number => Number(new RegExp(`^    ${name}: (\\d+)$`, 'm').exec(patroni)?.[1]);
  expect(read('loop_wait') + 2 * read('retry_timeout')).toBeLessThanOrEqual(read('ttl'));
});
