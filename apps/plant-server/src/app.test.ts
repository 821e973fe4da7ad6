import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { findAbuseFaults } from '@varco/server-kit/testing/abuse-cases.ts';
import { createTestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { PlantEnv } from './env.ts';
import { PLANT_MIGRATIONS } from './plant-database.ts';
import { seedPlantDatabase } from './seed/seed-database.ts';
import { seedTransits } from './seed/seed-plant.ts';
import { startPlant } from './start.ts';
import { delegateTestExport } from './testing/export-fixture.ts';
import { NOW, PASSWORD, PLANT, startTestPlant, type TestPlant } from './testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({
    // An administrator who may call everything.
    groups: PLANT.groups.map((group) => (group.id === 2 ? { ...group, approves: true, handlesRequests: true } : group)),
    ingestKeys: [
      {
        id: '00000000-0000-4000-8000-0000000000aa',
        label: 'import',
        kind: 'import',
        key: 'abuse-key',
        createdAt: NOW,
      },
    ],
  });
});
afterAll(() => plant.close());

it('every call stands the abuse of the security rules: no sign-in, unknown fields, wrong types, huge and deep bodies', async () => {
  const token = await plant.token('amministratore');
  const { jwt } = await delegateTestExport(plant);
  const headersOf = ({ access }: Endpoint): Record<string, string> => {
    if (access.who === 'plant-user' || access.who === 'importer') return { authorization: `Bearer ${token}` };
    if (access.who === 'export-delegation') return { authorization: `Bearer ${jwt}` };
    return access.who === 'ingest-key' ? { 'x-api-key': 'abuse-key' } : {};
  };
  expect(await findAbuseFaults(plant.app, plant.app.varco.implemented, { headersOf, hasCors: true })).toEqual([]);
}, 60_000);

it('a seeded database starts as a server, keeps its data over a second seed, and refuses to start without settings', async () => {
  const database = await createTestDatabase('start', ...PLANT_MIGRATIONS);
  const dataDir = await mkdtemp(join(tmpdir(), 'varco-plant-'));
  const target = { databaseUrl: database.url, dataDir, nowMs: Date.parse(NOW) };
  const env = readEnv(PlantEnv, {
    VARCO_PORT: '18790',
    VARCO_DATABASE_URL: database.url,
    VARCO_DATA_DIR: dataDir,
    VARCO_DEMO: '1',
    VARCO_PORTAL_ORIGINS: 'https://portal.example',
  });
  const start = { env, log: silentLog, secret: Buffer.alloc(32, 1), version: '0.0.0-test', build: 'test' };
  await expect(startPlant(start)).rejects.toThrow('no settings');
  const read = { gate: 1, plate: 'AB123CD', at: NOW };
  const first = await seedPlantDatabase(target, PLANT, async (store) => void (await seedTransits(store, [read])));
  expect(first.isNew).toBe(true);
  const again = await seedPlantDatabase(target, { ...PLANT, label: 'Altro' }, async (_store, newest) =>
    expect(newest).toBe(NOW),
  );
  expect(again).toEqual({ isNew: false, publicKey: first.publicKey });
  const running = await startPlant({ ...start, secret: await readServerSecret(dataDir) });
  const login = await fetch(`${running.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'operatore', password: PASSWORD }),
  });
  expect(login.status).toBe(200);
  expect((await fetch(`${running.address}/ready`)).status).toBe(200);
  await running.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);
