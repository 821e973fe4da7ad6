import { getStatistics, statistics } from '@varco/contract/plant/statistics.ts';
import { countTransitsByBody } from '@varco/contract/plant/transits.ts';
import { addDays, toIsoInstant, parseInstantMs, romeDayStart } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countGatesStatement } from './gate-figures.repository.ts';
import { deleteTransits } from '../retention/delete-transits.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { explainWithoutScans } from '../../testing/explain.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { countPeriod, splitPeriod } from './count-period.ts';
import { updateGateDays } from './update-gate-days.ts';

const TODAY = '2026-11-20';
const dayAt = (back: number, hour: number): string =>
  toIsoInstant(romeDayStart(addDays(TODAY, -back)) + hour * 3_600_000);
const period = (first: number, last: number) => ({
  dal: dayAt(first, 0),
  al: toIsoInstant(parseInstantMs(dayAt(last, 24)) - 1),
});
/** Three days before today, and today until the current time. */
const WEEK = period(3, 0);

const READS: readonly NewRead[] = [
  {
    gate: 1,
    plate: 'AB001CD',
    at: dayAt(3, 9),
    nation: 'I',
    vehicleClass: 'car',
    euro: 5,
    insured: 'si',
    inspected: 'si',
    stolen: 'no',
  },
  {
    gate: 1,
    plate: 'AB001CD',
    at: dayAt(2, 9),
    nation: 'I',
    vehicleClass: 'car',
    euro: 5,
    insured: 'no',
    inspected: 'si',
    stolen: 'no',
  },
  {
    gate: 2,
    plate: 'AB001CD',
    at: dayAt(2, 10),
    nation: 'I',
    vehicleClass: 'car',
    euro: 5,
    insured: 'no',
    inspected: 'no',
    stolen: 'no',
  },
  {
    gate: 1,
    plate: 'M1234',
    at: dayAt(2, 11),
    nation: 'D',
    vehicleClass: 'heavy_truck',
    insured: '--',
    inspected: '--',
  },
  {
    gate: 2,
    plate: 'AB002CD',
    at: dayAt(1, 8),
    nation: 'I',
    vehicleClass: 'van',
    euro: 2,
    insured: 'si',
    inspected: 'si',
    stolen: 'si',
  },
  {
    gate: 2,
    plate: 'AB003CD',
    at: dayAt(1, 8.5),
    nation: 'I',
    vehicleClass: 'van',
    euro: 2,
    insured: 'si',
    inspected: 'si',
    alarm: 'rub',
  },
  { gate: 3, plate: 'AB004CD', at: dayAt(0, 7), alarm: 'si' },
  { gate: 3, plate: 'AB001CD', at: dayAt(0, 8), nation: 'I', vehicleClass: 'spaceship' },
].map((read) => ({ ...read }) as NewRead);

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({});
  await insertReads(plant.deps.store, READS);
});
afterAll(() => plant.close());

const ask = (body: object, user?: string) => plant.callRaw(statistics, { body }, user);
const fetchResult = async (body: object, user = 'operatore') => {
  const answer = await ask(body, user);
  expect(answer.status).toBe(200);
  return answer.body as Record<string, never>;
};
const keep = () => updateGateDays(plant.deps.store.runner, parseInstantMs(NOW), new AbortController().signal, false);
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
  expect(await keep()).toBe(3);
  expect(await keep()).toBe(0);
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

it('a late read, a check and a deletion make a counted day stale by themselves', async () => {
  await keep();
  const late = { gate: 1, plate: 'AB009CD', at: dayAt(3, 10), vehicleClass: 'car', insured: '' } as NewRead;
  await insertReads(plant.deps.store, [late]);
  expect(await fetchResult(period(3, 3))).toMatchObject({ totale: { transiti: 2, targhe_max: 2, contati: 2 } });
  expect(await keep()).toBe(1);
  expect(await fetchResult(period(3, 3))).toMatchObject({ totale: { transiti: 2, targhe_max: 2, contati: 2 } });
  await plant.pool.query('delete from legal_hold');
  await deleteTransits(plant.pool, { beforeMs: parseInstantMs(dayAt(3, 9.5)), limit: 10 });
  expect(await fetchResult(period(3, 3))).toMatchObject({ totale: { transiti: 1, targhe_max: 1, contati: 1 } });
  expect(await keep()).toBe(1);
  await deleteTransits(plant.pool, { beforeMs: parseInstantMs(dayAt(3, 11)), limit: 10 });
  await keep();
  const { rows } = await plant.pool.query("select 1 from gate_day where day = '2026-11-17'");
  expect(rows).toEqual([]);
  await insertReads(plant.deps.store, [READS[0] ?? late]);
});

it('cut days are counted from the rows, to the minute', async () => {
  const answer = await fetchResult({ dal: dayAt(2, 9.5), al: dayAt(1, 8.2), per: 'giorno' });
  expect(answer).toMatchObject({
    totale: { transiti: 3, targhe_min: 3, targhe_max: 3 },
    righe: [
      { giorno: '2026-11-18', transiti: 2 },
      { giorno: '2026-11-19', transiti: 1 },
    ],
  });
  expect(await fetchResult({ dal: dayAt(2, 9.5), al: dayAt(2, 10.5) })).toMatchObject({ totale: { transiti: 1 } });
});

it('days too many to be counted now are told, not silently left out', async () => {
  await plant.pool.query('delete from gate_day');
  await plant.pool.query('update gate_hour set n = n + 2000000 where gate = 1 and hour = $1', [dayAt(3, 9)]);
  try {
    expect(await fetchResult(WEEK)).toMatchObject({ senza_dettaglio: 2_000_001, totale: { contati: 7 } });
  } finally {
    await plant.pool.query('update gate_hour set n = n - 2000000 where gate = 1 and hour = $1', [dayAt(3, 9)]);
  }
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

it('a period is cut at the days of Rome, also where the clock changes', () => {
  const at = (day: string, hours: number): number => romeDayStart(day) + hours * 3_600_000;
  const cut = (fromMs: number, toMs: number) => {
    const { days, partialDays: pieces } = splitPeriod({ gates: null, fromMs, toMs });
    return [days, pieces.map(({ day, visible }) => [day, (visible.toMs - visible.fromMs) / 3_600_000])];
  };
  // 25 October 2026 has 25 hours.
  expect(cut(at('2026-10-24', 0), at('2026-10-26', 0))).toEqual([{ first: '2026-10-24', last: '2026-10-25' }, []]);
  expect(cut(at('2026-10-24', 12), at('2026-10-26', 2))).toEqual([
    { first: '2026-10-25', last: '2026-10-25' },
    [
      ['2026-10-24', 12],
      ['2026-10-26', 2],
    ],
  ]);
  expect(cut(at('2026-10-24', 12), at('2026-10-25', 2))).toEqual([
    null,
    [
      ['2026-10-24', 12],
      ['2026-10-25', 2],
    ],
  ]);
  expect(cut(at('2026-10-24', 2), at('2026-10-24', 3))).toEqual([null, [['2026-10-24', 1]]]);
  expect(cut(5, 5)).toEqual([null, []]);
});

it('plates come from the key of the gate alone, and a whole counted day reads no transit', async () => {
  const visible = { gates: [1, 2], fromMs: parseInstantMs(dayAt(2, 0)), toMs: parseInstantMs(dayAt(1, 0)) };
  const statement = countGatesStatement(visible);
  const plan = await explainWithoutScans(plant.pool, statement);
  expect(plan).toMatch(/Index Only Scan using transit_\d{4}_\d\d_gate_ts_id/);
  expect(plan).not.toContain('Seq Scan');
  await keep();
  const texts: string[] = [];
  const { runner } = plant.deps.store;
  const listening = {
    run: (...[asking, signal]: Parameters<typeof runner.run>) => (texts.push(asking.text), runner.run(asking, signal)),
  };
  const whole = { gates: null, fromMs: parseInstantMs(dayAt(2, 0)), toMs: parseInstantMs(dayAt(0, 0)) };
  await countPeriod(listening as typeof runner, whole, splitPeriod(whole), new AbortController().signal);
  expect(texts.filter((text) => text.includes('from transit'))).toEqual([]);
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
