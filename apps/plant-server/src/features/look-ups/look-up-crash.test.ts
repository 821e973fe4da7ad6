import { getLookUp, RunLookUpResponse, runLookUp } from '@varco/contract/plant/look-ups.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BOOKLET, buildBookletRequest } from '../../testing/look-up-fixture.ts';
import { createPlantProcess, type PlantProcess } from '../../testing/plant-process.ts';
import { MINISTRY, startTestRegistry, VPN, type TestRegistry } from '../../testing/test-ministry.ts';

let plant: PlantProcess;
let registry: TestRegistry;

beforeAll(async () => {
  registry = await startTestRegistry(() => new Date());
  registry.entries.set('GK508RB', BOOKLET);
  vi.stubEnv('VARCO_REGISTRY_URL', registry.url);
  vi.stubEnv('VARCO_OUTBOUND_CIDRS', '127.0.0.0/8');
  vi.stubEnv('VARCO_REGISTRY_VPN', `${VPN.user}:${VPN.password}`);
  vi.stubEnv('VARCO_REGISTRY_MINISTRY', `${MINISTRY.user}:${MINISTRY.password}`);
  plant = await createPlantProcess();
  await plant.start();
}, 60_000);
afterAll(async () => {
  await plant.remove();
  await registry.close();
  vi.unstubAllEnvs();
}, 60_000);

it('killed between payment and answer, a plant has one charge and the answer, and the same press pays no second time', async () => {
  await plant.withDatabase((pool) => pool.query('update plant_user set visure_pagamento = true'));
  const headers = { 'content-type': 'application/json', ...(await plant.signIn()) };
  await registry.fault('slow', 1);
  const request = buildBookletRequest();
  const pressed = plant.post(runLookUp.path, request, headers).catch(() => 'broken');
  await expect.poll(async () => (await registry.charges()).count, { interval: 5, timeout: 10_000 }).toBe(1);
  await plant.kill();
  expect(await pressed).toBe('broken');

  await plant.start();
  const path = getLookUp.path.replace(':id', request.visura_id ?? '');
  await expect
    .poll(async () => (await (await plant.get(path, headers)).json()) as unknown, { timeout: 20_000 })
    .toMatchObject({ stato: 'riuscita', costo_centesimi: 162, info: BOOKLET });
  const again = RunLookUpResponse.parse(await (await plant.post(runLookUp.path, request, headers)).json());
  expect(again).toMatchObject({ stato: 'riuscita', costo_centesimi: 162 });
  expect((await registry.charges()).count).toBe(1);
}, 90_000);
