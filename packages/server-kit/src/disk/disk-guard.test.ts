import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toAppError } from '../errors/map-error.ts';
import { createLog, silentLog } from '../log/log.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';
import { computeDiskLimits, computeDiskState, type DiskState } from './disk-limits.ts';

const GB = 1e9;
let folder: string;
let guard: DiskGuard | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-guard-'));
});
afterEach(async () => {
  await guard?.stop();
  guard = null;
  await rm(folder, { recursive: true });
});

const databaseFull = (): Error => Object.assign(new Error('no room'), { code: '53100', severity: 'ERROR' });
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test.each([
  [2 * GB, 0.4 * GB],
  [10 * GB, GB],
  [40 * GB, 2 * GB],
  [1_000 * GB, 5 * GB],
])('a disk of %i bytes has a reserve of %i', (total, reserve) => {
  expect(computeDiskLimits(total, null).lowBelow).toBe(reserve);
});

test('leaving a state takes more room than entering it, and giving back the ballast alone leaves none', () => {
  const limits = computeDiskLimits(100 * GB, 1_000);
  const states: DiskState[] = [];
  for (const free of [
    2 * GB,
    0.99 * GB,
    1.1 * GB,
    1.2 * GB,
    0.99 * GB,
    0.12 * GB,
    0.12 * GB + limits.ballast,
    0.9 * GB,
    1.1 * GB,
  ])
    states.push(computeDiskState(states.at(-1) ?? 'ok', free, limits));
  expect(states).toEqual(['ok', 'low', 'low', 'ok', 'low', 'full', 'full', 'low', 'low']);
});

test('a reserve beyond what is free refuses growth, counts it, says it once, and needs no ballast', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'guard', target: { write: (line) => lines.push(line) } });
  const ballastPath = join(folder, 'ballast');
  guard = createDiskGuard({ volumes: { database: [folder] }, reserveMb: 99_999_999, ballastPath, log });
  await guard.start();
  expect(guard.state()).not.toBe('ok');
  const refuse = () => guard?.refuseGrowth(['database']);
  expect(refuse).toThrow('insufficient_storage');
  expect(refuse).toThrow('insufficient_storage');
  expect(() => guard?.refuseGrowth(['exports'])).not.toThrow();
  expect(lines).toHaveLength(1);
  expect(await exists(ballastPath)).toBe(false);
});

test('with room there is a ballast; a statement that found none closes a database that cannot be measured, for a while', async () => {
  const ballastPath = join(folder, 'ballast');
  guard = createDiskGuard({ volumes: { database: [folder] }, reserveMb: 16, ballastPath, log: silentLog });
  await guard.start();
  expect([guard.state(), await exists(ballastPath)]).toEqual(['ok', true]);
  await guard.stop();

  guard = createDiskGuard({ volumes: { database: [] }, reserveMb: 16, ballastPath: null, log: silentLog });
  await guard.start();
  let calls = 0;
  guard.onFull(() => {
    calls += 1;
  });
  guard.note(new Error('something else'));
  expect(guard.state()).toBe('ok');
  guard.note(new Error('outer', { cause: databaseFull() }));
  expect([guard.state(), calls]).toEqual(['full', 1]);
  await vi.waitFor(() => expect(guard?.state()).toBe('ok'), 8_000);
});

test('errors of a full disk have one code, whoever reports them', () => {
  const quota = Object.assign(new Error('quota'), { code: 'EDQUOT', syscall: 'write' });
  for (const error of [databaseFull(), quota, new Error('outer', { cause: quota })])
    expect(toAppError(error)).toMatchObject({ code: 'unavailable', sub: 'storage_full', status: 503 });
});
