import { plantSystemLog } from '@varco/contract/plant/system-log.ts';
import { createSystemEventStore } from '@varco/server-kit/events/system-event-store.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

test('CLOG-05 an administrator of the plant reads what it noted about its own work', async () => {
  const keeper = createSystemEventStore(silentLog, plant.deps.now);
  keeper.start(plant.pool);
  keeper.log.warn('plate index exceeds its memory limit', { bytes: 7 });
  await keeper.stop();
  const answer = await plant.call(plantSystemLog, { query: {} }, 'amministratore');
  expect(answer.status).toBe(200);
  const { events, next } = plantSystemLog.response.parse(answer.body);
  expect(events).toMatchObject([{ event: 'plate index exceeds its memory limit', level: 'warn', times: 1 }]);
  expect(next).toBeNull();
});

test.each([
  [undefined, {}, 401],
  ['operatore', {}, 403],
  ['comune', {}, 403],
  ['amministratore', { before: 'x' }, 400],
])('CLOG-05 refused: %s %j', async (user, query, status) => {
  expect((await plant.callRaw(plantSystemLog, { query }, user)).status).toBe(status);
});
