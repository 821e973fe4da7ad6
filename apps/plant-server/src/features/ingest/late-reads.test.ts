import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const at = (ms: number): string => toIsoInstant(parseInstantMs(NOW) + ms);
const send = async (reads: readonly (readonly [string, string])[]) => {
  const body = { reads: reads.map(([targa, data]) => ({ varco_id: 1, targa, data })) };
  const answer = await injectRaw(plant.app, ingestReads, { body }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
  return (answer.body as { results: { state: string; reason?: string }[] }).results.map(
    ({ state, reason }) => reason ?? state,
  );
};
const found = async (f_targa: string) => {
  const { body } = await plant.call(searchTransits, { body: { f_targa } }, 'operatore', REASON);
  return TransitPage.parse(body).objects.map(({ targa, data }) => `${targa} ${data}`);
};

it.each([
  ['five minutes ahead, to the millisecond', 5 * MINUTE_MS, 'stored'],
  ['a millisecond more', 5 * MINUTE_MS + 1, 'future_time'],
  ['a clock an hour ahead', 60 * MINUTE_MS, 'future_time'],
  ['a clock years ahead', 3000 * DAY_MS, 'future_time'],
  ['hours late', -7 * 60 * MINUTE_MS, 'stored'],
  ['on the last instant of the term', -90 * DAY_MS, 'stored'],
  ['a millisecond before it', -90 * DAY_MS - 1, 'too_old'],
  ['a clock that begins in 1970', -parseInstantMs(NOW), 'too_old'],
])('%s: %i ms from now is %s', async (_name, ms, said) => {
  const plate = `BO${String(Math.abs(ms)).slice(-9)}`;
  expect(await send([[plate, at(ms)]])).toEqual([said]);
  expect(await found(plate)).toEqual(said === 'stored' ? [`${plate} ${at(ms)}`] : []);
});

it('a refused read is no reason to refuse its neighbours, and leaves no trace', async () => {
  expect(
    await send([
      ['FU001TU', at(0)],
      ['FU002TU', at(DAY_MS)],
      ['FU003TU', at(-1)],
    ]),
  ).toEqual(['stored', 'future_time', 'stored']);
  const { rows } = await plant.pool.query(`select plate from plate_dict where plate like 'FU%' order by plate`);
  expect(rows).toEqual([{ plate: 'FU001TU' }, { plate: 'FU003TU' }]);
});

it('reads that come out of order, hours and days late, stand where their time puts them, in lists and in counts', async () => {
  // Across midnight in Rome, the change to winter time and the end of a month.
  const times = [
    '2026-11-20T14:00:00.000Z',
    '2026-11-19T22:59:59.999Z',
    '2026-11-19T23:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
    '2026-11-20T13:59:59.999Z',
  ];
  for (const time of times.toSorted((a, b) => (a.slice(-8) < b.slice(-8) ? -1 : 1)))
    expect(await send([['LA001TE', time]])).toEqual(['stored']);
  expect(await found('LA001TE')).toEqual(
    times
      .toSorted()
      .toReversed()
      .map((time) => `LA001TE ${time}`),
  );
  const { rows } = await plant.pool.query(`select day, n from plate_day where plate = 'LA001TE' order by day`);
  expect(rows).toEqual([
    { day: '2026-10-25', n: 2 },
    { day: '2026-11-01', n: 2 },
    { day: '2026-11-19', n: 1 },
    { day: '2026-11-20', n: 3 },
  ]);
  const seen = await plant.pool.query(`select first_seen, last_seen from plate_dict where plate = 'LA001TE'`);
  expect(seen.rows).toEqual([{ first_seen: '2026-10-25T00:30:00.000Z', last_seen: '2026-11-20T14:00:00.000Z' }]);
  expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
});

it('the months to come are there before anybody needs them', async () => {
  const { rows } = await plant.pool.query<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^transit_(picture_)?2026_1[12]$|^transit_(picture_)?2027_01$' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'transit_2026_11',
    'transit_2026_12',
    'transit_2027_01',
    'transit_picture_2026_11',
    'transit_picture_2026_12',
    'transit_picture_2027_01',
  ]);
});
