import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentStatus, SystemStatus } from '@varco/contract/plant/status.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { sendHeartbeat } from '../heartbeat/heartbeat.ts';
import { readDiskSpaceMb } from './disk-space.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

const status = async () => SystemStatus.parse((await plant.call(currentStatus, {}, 'comune')).body);

it('SYS-01 SYS-04 PAPI-05 PLAPI-24 answers time, services, disk and program', async () => {
  expect(await status()).toEqual({
    ts_time: NOW,
    external_services: {
      ministry: {
        status: -99,
        license: 'LIC-0001',
        license_key: null,
        license_expiry: '2027-06-30',
        password_error_counter: 0,
      },
      vpn: { status: -99, password_error_counter: 0 },
      options: ['visure', 'rca_rev'],
    },
    system: {
      disk: { archive: { total: 1000, free: 400 }, tmp: { total: 100, free: 50 }, state: 'ok' },
      database: { size: expect.any(Number), version: expect.stringMatching(/^\d+\.\d/) },
    },
    portal: { version: '0.0.0-test', hash: 'test', heartbeat: null },
    last_plate_date: null,
  });
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: NOW },
    { gate: 1, plate: 'AB123CD', at: '2026-11-01T00:00:00.000Z' },
  ]);
  expect((await status()).last_plate_date).toBe(NOW);
});

it('PLAPI-24 says how the portal took the last heartbeat, and how big the database is', async () => {
  expect(await sendHeartbeat(plant.deps)).toBe('no-portal');
  expect((await status()).portal.heartbeat).toEqual({ at: NOW, result: 'no-portal' });
  await plant.pool.query(`update plant_settings set portal_url = 'http://127.0.0.1:1'`);
  plant.clock.now = '2026-11-20T14:33:00.000Z';
  await sendHeartbeat(plant.deps);
  expect((await status()).portal.heartbeat).toEqual({ at: plant.clock.now, result: 'unreachable' });
  plant.clock.now = NOW;
  const { rows } = await plant.pool.query<{ n: number }>('select pg_database_size(current_database())::float8 as n');
  expect(Math.abs(((await status()).system.database?.size ?? 0) - (rows[0]?.n ?? 0) / 1e6)).toBeLessThan(3);
});

it('SYS-03 disk space is in MB and free is part of total', async () => {
  const space = await readDiskSpaceMb(tmpdir());
  expect(space.total).toBeGreaterThan(0);
  expect(space.free).toBeLessThanOrEqual(space.total);
});

it('signed out: 401', async () => {
  expect((await plant.callRaw(currentStatus, {})).status).toBe(401);
});
