import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PreflightError } from '../../tools/demo/preflight.ts';
import { readBenchOptions } from '../options.ts';
import { buildEtcdVariables, buildHaproxyFile, buildPatroniFile } from './cluster-files.ts';
import { describeFailover, drawFailover, FAILOVER_KINDS } from './faults.ts';
import { SUBNET } from './network.ts';
import { findOutage, findQuantile } from './outage.ts';
import { checkFailoverMachine, findMissingPackages } from './preflight.ts';
import { formatFailoverTable, listFailoverFaults, type RoundFacts } from './report.ts';

const SHIPPED = join(import.meta.dirname, '../../tools/package/files/failover');
const read = (name: string): string => readFileSync(join(SHIPPED, name), 'utf8');
const FOLDERS = { postgres: '/x/postgres', etcd: '/x/etcd', run: '/x/run' };
const PASSWORDS = { superuser: 's1', replication: 'r1', rewind: 'w1' };

test('the hosts of the drill run the shipped files with their own names, addresses and passwords', () => {
  const text = buildPatroniFile(read('patroni.yml'), 'db2', FOLDERS, PASSWORDS);
  expect(text).toContain(`\nname: db2\n`);
  expect(text.match(/(?:listen|connect_address): .*/g)).toEqual([
    ...[`listen: ${SUBNET}.12:8008`, `connect_address: ${SUBNET}.12:8008`],
    ...[`listen: ${SUBNET}.12:5432`, `connect_address: ${SUBNET}.12:5432`],
  ]);
  expect(text).toContain(`hosts: ${SUBNET}.11:2379,${SUBNET}.12:2379,${SUBNET}.13:2379`);
  for (const rest of ['192.0.2.', 'CHANGE-', '/var/lib/postgresql']) expect(text).not.toContain(rest);
  for (const setting of ['synchronous_mode: true', 'ttl: 20', "synchronous_commit: 'on'"])
    expect(text).toContain(setting);
  const etcd = buildEtcdVariables(read('etcd'), 'db3', '/x/etcd');
  expect(etcd).toMatchObject({ ETCD_NAME: 'db3', ETCD_LISTEN_PEER_URLS: `http://${SUBNET}.13:2380` });
  expect(etcd['ETCD_INITIAL_CLUSTER']).toContain(`db1=http://${SUBNET}.11:2380`);
  expect(buildHaproxyFile(read('haproxy.cfg'), 7)).toMatch(/bind 127\.0\.0\.1:7\n[^]*shutdown-sessions/);
  expect(() => buildPatroniFile('name: db1', 'db1', FOLDERS, PASSWORDS)).toThrow('The shipped file has');
});

test('HAProxy takes the shipped file', ({ skip }) => {
  skip(spawnSync('haproxy', ['-v']).status !== 0, 'this machine has no haproxy: apt-get install haproxy');
  const folder = mkdtempSync(join(tmpdir(), 'varco-haproxy-'));
  writeFileSync(join(folder, 'haproxy.cfg'), read('haproxy.cfg'));
  const checked = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(`${checked.stdout}${checked.stderr}`).not.toMatch(/WARNING|ALERT/);
  expect(checked.status).toBe(0);
});

test('a seed always draws the same fault, and as many seeds as there are kinds go through all of them', () => {
  for (const first of [1, 1 + FAILOVER_KINDS.length]) {
    const plans = FAILOVER_KINDS.map((_, i) => drawFailover(first + i));
    expect(plans.map(({ kind }) => kind).toSorted()).toEqual([...FAILOVER_KINDS].toSorted());
    expect(plans).toEqual(FAILOVER_KINDS.map((_, i) => drawFailover(first + i)));
  }
  const plan = { seed: 1, kind: 'kill-plant', atMs: 1_250, forMs: 4_000, process: 1 } as const;
  expect(describeFailover(plan)).toBe('kill-plant 2 after 1.3 s, for at least 4.0 s');
});

test('an outage is the longest time without an acknowledgement after the fault, also the first and the last', () => {
  expect(findOutage([0, 900, 1_100, 5_100, 5_200], 1_000, 6_000)).toBe(4);
  expect(findOutage([], 1_000, 4_500)).toBe(3.5);
  expect(findOutage([1_100], 1_000, 9_000)).toBe(7.9);
  expect([0.5, 0.95, 1].map((share) => findQuantile([4, 1, 3, 2], share))).toEqual([2, 4, 4]);
  expect(findQuantile([], 0.5)).toBe(0);
});

const NONE = { reads: 9, pictures: 0, alerts: 2, lists: 1, decisions: 0, notes: 0, exports: 0 };
const good: RoundFacts = {
  ...{ plan: drawFailover(1), acknowledged: NONE, outages: { plant: 3, portal: 1 }, wholeIn: 2, losses: [], odd: [] },
};

test('a loss, a doubled row, a wrong answer and a long outage each fail the drill', () => {
  const process = { ...good, plan: { ...good.plan, kind: 'kill-plant' as const } };
  expect(listFailoverFaults([good, process], [])).toEqual([]);
  const losses = [
    { what: 'read', how: 'lost', detail: 'A' } as const,
    { what: 'note', how: 'doubled', detail: 'B' } as const,
  ];
  expect(listFailoverFaults([{ ...good, losses }], losses.slice(0, 1))).toHaveLength(3);
  expect(listFailoverFaults([{ ...good, odd: ['GET /x 500'] }], [])[0]).toContain('wrong answer: GET /x 500');
  expect(listFailoverFaults([{ ...good, outages: { plant: 1, portal: 21 } }], [])).toEqual([
    'all rounds: p95 21.0 s > 20 s',
  ]);
  expect(listFailoverFaults([{ ...process, outages: { plant: 11, portal: 0 } }], [])).toEqual([
    'rounds of a process: p95 11.0 s > 10 s',
  ]);
  const table = formatFailoverTable([{ ...good, losses }, process], []);
  expect(table.split('\n').at(-1)?.split(/ {2,}/)).toEqual([
    ...['all', '2', '18', '4', '2', '0', '1', '0', '0', '0', '1', '0', '3.0', '3.0', '3.0', '2.0'],
  ]);
});

test('what a machine lacks is named in plain words before anything is started', () => {
  const empty = mkdtempSync(join(tmpdir(), 'varco-no-debian-'));
  const packages = ['postgresql-18', 'patroni', 'python3-etcd', 'etcd-server'];
  expect(findMissingPackages(empty).slice(0, 4)).toEqual(packages);
  expect(() => checkFailoverMachine(empty)).toThrow(PreflightError);
  expect(() => checkFailoverMachine(empty)).toThrow(/needs these packages of Debian: postgresql-18, patroni/);
  rmSync(empty, { recursive: true });
  expect(readBenchOptions(['failover'], '/r')).toMatchObject({ rounds: 50, seed: 1, debian: '/' });
  expect(() => readBenchOptions(['failover', '--rounds', '0'], '/r')).toThrow('--rounds must be a whole number');
});
