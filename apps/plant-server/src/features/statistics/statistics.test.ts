import { getStatistics, statistics } from '@varco/contract/plant/statistics.ts';
import { countTransitsByBody } from '@varco/contract/plant/transits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { NOW, REASON, type TestPlant } from '../../testing/test-plant.ts';
import {
  createStatisticsClient,
  dayAt,
  period,
  startStatisticsPlant,
  TODAY,
  WEEK,
} from '../../testing/statistics-fixture.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startStatisticsPlant();
});
afterAll(() => plant.close());

const { ask, fetchResult, countDays } = createStatisticsClient(() => plant);

const TOTAL = {
  transiti: 8,
  targhe_min: 5,
  targhe_max: 5,
  straniere: 1,
  non_assicurate: { n: 2, su: 5 },
  non_revisionate: { n: 1, su: 5 },
  rubate: { n: 2, su: 5 },
  blacklist: 2,
  contati: 8,
  classi: [
    { classe: 'car', n: 3 },
    { classe: 'heavy_truck', n: 1 },
    { classe: 'van', n: 2 },
    { classe: 'undefined', n: 2 },
  ],
  euro: [
    { euro: null, n: 3 },
    { euro: 2, n: 2 },
    { euro: 5, n: 3 },
  ],
};

it('STAT-01 GEN-09 figures of a period, its gates and its days, the same from the rows and from the days counted by the job', async () => {
  const before = await fetchResult({ ...WEEK, per: 'varco' });
  expect(before).toMatchObject({
    totale: TOTAL,
    senza_dettaglio: 0,
    oscurato: false,
    limitazioni: [],
    righe: [
      { varco_id: 1, transiti: 3, targhe_min: 2, targhe_max: 2, straniere: 1, non_assicurate: { n: 1, su: 2 } },
      { varco_id: 2, transiti: 3, targhe_min: 3, targhe_max: 3, rubate: { n: 2, su: 3 }, blacklist: 1 },
      { varco_id: 3, transiti: 2, targhe_min: 2, targhe_max: 2, blacklist: 1 },
    ],
  });
  const days = await fetchResult({ ...WEEK, per: 'giorno' });
  expect(days).toMatchObject({
    righe: [
      { giorno: '2026-11-17', transiti: 1, targhe_max: 1 },
      { giorno: '2026-11-18', transiti: 3, targhe_min: 2, targhe_max: 2 },
      { giorno: '2026-11-19', transiti: 2 },
      { giorno: TODAY, transiti: 2 },
    ],
  });
  expect(await countDays()).toBe(3);
  expect(await countDays()).toBe(0);
  const took = { took_ms: expect.any(Number) as number };
  expect(await fetchResult({ ...WEEK, per: 'varco' })).toEqual({ ...before, ...took });
  expect(await fetchResult({ ...WEEK, per: 'giorno' })).toEqual({ ...days, ...took });
});

it('every figure is the number of rows the search finds with the same filter', async () => {
  const { dal, al } = WEEK;
  const count = async (filter: object): Promise<unknown> => {
    const body = { f_startTime: dal, f_endTime: al, ...filter };
    return ((await plant.callRaw(countTransitsByBody, { body }, 'operatore')).body as { count: number }).count;
  };
  expect(await count({})).toBe(TOTAL.transiti);
  expect(await count({ f_distinct: true })).toBe(TOTAL.targhe_min);
  expect(await count({ f_national: 3 })).toBe(TOTAL.straniere);
  expect(await count({ f_infrazione: ['NA'] })).toBe(TOTAL.non_assicurate.n);
  expect(await count({ f_infrazione: ['NR'] })).toBe(TOTAL.non_revisionate.n);
  expect(await count({ f_infrazione: ['RUB'] })).toBe(TOTAL.rubate.n);
  expect(await count({ f_infrazione: ['BL'] })).toBe(TOTAL.blacklist);
  expect(await count({ f_tipo: ['van'] })).toBe(2);
});

it('T 6: gates and time of a person bound the figures; whoever sees no plates sees no checks, lists or plates', async () => {
  expect(await fetchResult({ ...WEEK, per: 'varco' }, 'limitato')).toMatchObject({
    limitazioni: ['gates'],
    totale: { transiti: 5, targhe_min: 3 },
    righe: [{ varco_id: 1 }, { varco_id: 3 }],
  });
  expect((await ask({ ...WEEK, varchi: [2] }, 'limitato')).body).toMatchObject({
    error: { sub_code: 'gate_not_allowed' },
  });
  expect(await fetchResult(WEEK, 'breve')).toMatchObject({
    limitazioni: ['t_max'],
    totale: { transiti: 0, targhe_min: 0 },
  });
  expect(await fetchResult(WEEK, 'oscurato')).toMatchObject({
    oscurato: true,
    totale: {
      transiti: 8,
      straniere: 1,
      targhe_min: null,
      targhe_max: null,
      blacklist: null,
      non_assicurate: { n: null, su: null },
      rubate: { n: null },
      classi: TOTAL.classi,
    },
  });
  for (const user of ['comune', 'quattro']) expect((await ask(WEEK, user)).status).toBe(403);
  expect((await ask(WEEK)).status).toBe(401);
  expect((await ask({ ...WEEK, varchi: [77] }, 'operatore')).status).toBe(404);
});

it('PTAPI-12 RTE-09 the GET twin says the same; every question is in the log and wants the reason of the plant', async () => {
  const query = { ...WEEK, varchi: '1,2', per: 'varco' };
  const got = await plant.callRaw(getStatistics, { query }, 'operatore');
  const posted = await fetchResult({ ...WEEK, varchi: [1, 2], per: 'varco' });
  expect(got.body).toEqual({ ...posted, took_ms: expect.any(Number) as number });
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'analysis.statistics',
    outcome: 'ok',
    count: 6,
    detail: { gates: [1, 2], by: 'varco' },
  });
  expect(JSON.stringify(plant.audit.records.at(-1))).not.toContain('AB00');
  await plant.pool.query('update plant_settings set requires_reason = true');
  try {
    expect((await ask(WEEK, 'operatore')).status).toBe(428);
    expect((await plant.call(statistics, { body: WEEK }, 'operatore', REASON)).status).toBe(200);
  } finally {
    await plant.pool.query('update plant_settings set requires_reason = false');
  }
});

it.each([
  ['a gate that is no number', { varchi: ['1; drop table transit'] }],
  ['1001 gates', { varchi: Array.from({ length: 1001 }, (_, i) => i + 1) }],
  ['an end before the start', { dal: NOW, al: dayAt(1, 0) }],
  ['more than a quarter', { dal: dayAt(94, 0) }],
  ['a day that is none', { dal: '2026-13-01' }],
  ['lines by plate', { per: 'targa' }],
  ['a plate', { f_targa: 'AB001CD' }],
])('%s is refused', async (_, body) => {
  expect((await ask({ ...WEEK, ...body }, 'operatore')).status).toBe(400);
});

it('passages without a plate are a figure of their own, for gates and days that have no others, too', async () => {
  const nameless = (gate: number, hour: number, lane: number): NewRead => ({
    gate,
    plate: '',
    at: dayAt(20, hour),
    lane,
  });
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'ZZ001ZZ', at: dayAt(20, 9) },
    ...[1, 2].map((lane) => nameless(1, 10, lane)),
    nameless(3, 11, 1),
    nameless(3, 26, 1),
  ]);
  const both = period(20, 19);
  expect(await fetchResult({ ...both, per: 'varco' })).toMatchObject({
    totale: { transiti: 1, targhe_max: 1, senza_targa: 4 },
    righe: [
      { varco_id: 1, transiti: 1, senza_targa: 2 },
      { varco_id: 3, transiti: 0, targhe_max: 0, senza_targa: 2 },
    ],
  });
  expect(await fetchResult({ ...both, per: 'giorno' })).toMatchObject({
    righe: [
      { giorno: '2026-10-31', transiti: 1, senza_targa: 3 },
      { giorno: '2026-11-01', transiti: 0, senza_targa: 1 },
    ],
  });
  const filter = { f_startTime: both.dal, f_endTime: both.al, f_unread: 'only' };
  expect((await plant.callRaw(countTransitsByBody, { body: filter }, 'operatore')).body).toMatchObject({ count: 4 });
  expect((await plant.call(statistics, { body: { ...both, per: 'varco' } }, 'limitato', REASON)).body).toMatchObject({
    totale: { senza_targa: 4 },
  });
});
