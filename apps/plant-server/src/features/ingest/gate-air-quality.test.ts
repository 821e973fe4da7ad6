import { Gate, listGates } from '@varco/contract/plant/gates.ts';
import { ingestAir } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());

const send = (misure: unknown, headers: Record<string, string> = buildApiKeyHeader('first')): Promise<InjectResponse> =>
  injectRaw(plant.app, ingestAir, { body: { misure } }, { headers });
const readAirQuality = async (id: number) => {
  const { body } = await plant.call(listGates, { query: {} }, 'operatore');
  const gates = z.object({ objects: z.array(Gate) }).parse(body).objects;
  return gates.find((gate) => gate.id === id)?.pollution;
};

it('PMAP-03 PMAP-08 a gate with a sensor tells its newest measure of the air, for a day', async () => {
  expect(await readAirQuality(1)).toBeNull();
  const measures = [
    { varco_id: 1, pm10: 20, data: ago(30) },
    { varco_id: 1, pm10: 31.5, no2: 40, data: ago(10) },
  ];
  expect((await send(measures)).body).toEqual({ salvate: 1 });
  expect(await readAirQuality(1)).toEqual({ pm10: 31.5, no2: 40, data: ago(10) });
  // A repeated, late or future measurement changes nothing.
  expect((await send([...measures, { varco_id: 1, pm10: 99, data: ago(-60) }])).body).toEqual({ salvate: 0 });
  expect(await readAirQuality(1)).toMatchObject({ pm10: 31.5 });
  expect((await send([{ varco_id: 3, no2: 12, data: ago(25 * 60) }], buildApiKeyHeader('all'))).body).toEqual({
    salvate: 1,
  });
  expect(await readAirQuality(3)).toBeNull();
});

it('who has no key, or one of other gates, tells nothing', async () => {
  expect((await send([{ varco_id: 1, pm10: 1, data: NOW }], {})).status).toBe(401);
  expect((await send([{ varco_id: 99, pm10: 1, data: NOW }], buildApiKeyHeader('all'))).status).toBe(403);
  expect((await send([{ varco_id: 2, pm10: 1, data: NOW }])).status).toBe(403);
});

it.each([
  ['nothing measured', [{ varco_id: 1, data: NOW }]],
  ['less than nothing', [{ varco_id: 1, pm10: -1, data: NOW }]],
  ['a text', [{ varco_id: 1, pm10: '12', data: NOW }]],
  ['no measure', []],
  ['no time', [{ varco_id: 1, pm10: 1, data: 'ieri' }]],
  ['too many', Array.from({ length: 501 }, () => ({ varco_id: 1, pm10: 1, data: NOW }))],
])('%s is refused', async (_, measures) => {
  expect((await send(measures)).status).toBe(400);
});
