import { previewBlacklist } from '@varco/contract/plant/blacklist.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
const HOUR = 3_600_000;
const ago = (hours: number): string => toIsoInstant(parseInstantMs(NOW) - hours * HOUR);
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: ago(2) },
    { gate: 1, plate: 'AB123CD', at: ago(30) },
    { gate: 2, plate: 'AB123CD', at: ago(100) },
    { gate: 2, plate: 'AB123CD', at: ago(24 * 9) },
    { gate: 3, plate: 'AB123CO', at: ago(1) },
    { gate: 3, plate: 'AB1230D', at: ago(3) },
  ]);
});
afterAll(() => plant.close());

const preview = async (targa: string, who = 'operatore', approssimata = false) => {
  const answer = await plant.call(previewBlacklist, { body: { targa, approssimata } }, who, REASON);
  return answer.status === 200 ? previewBlacklist.response.parse(answer.body) : answer.status;
};

it('an entry would have raised this many alerts in seven days, at these gates; and the last passage of the plate', async () => {
  expect(await preview('ab 123 cd')).toEqual({
    dal: ago(24 * 7),
    alerts: 3,
    gates: [
      { varco_id: 1, varco: 'Porta Fiume', n: 2 },
      { varco_id: 2, varco: 'Porta Santi', n: 1 },
    ],
    last: { data: ago(2), varco: 'Porta Fiume' },
  });
  expect(await preview('ZZ000ZZ')).toMatchObject({ alerts: 0, gates: [], last: null });
  expect(plant.audit.records.at(-1)).toMatchObject({ action: 'blacklist.preview', detail: { plate: 'ZZ000ZZ' } });
});

it('a pattern and misreads are counted as they would be', async () => {
  expect(await preview('AB123C?')).toMatchObject({ alerts: 4 });
  expect(await preview('AB123*')).toMatchObject({ alerts: 5, last: { varco: 'Ponte Vecchio' } });
  expect(await preview('AB123CD', 'operatore', true)).toMatchObject({
    alerts: expect.toSatisfy((n: number) => n >= 3),
  });
});

it('only what the person may see: gates, range, plates', async () => {
  expect(await preview('AB123CD', 'limitato')).toMatchObject({ alerts: 2 });
  expect(await preview('AB123CD', 'breve')).toMatchObject({ alerts: 0, last: null, dal: ago(1) });
  expect(await preview('AB123CD', 'oscurato')).toBe(403);
  expect(await preview('AB123CD', 'comune')).toBe(403);
  expect(await preview('AB123CD', 'senzavarchi')).toMatchObject({ alerts: 0 });
});
