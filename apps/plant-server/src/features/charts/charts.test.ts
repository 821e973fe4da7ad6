import { MAX_CHART_DAYS, transitCharts, type TransitChartsResponse } from '@varco/contract/plant/charts.ts';
import { statistics, type StatisticsResponse } from '@varco/contract/plant/statistics.ts';
import { addDays, parseInstantMs, romeDayStart, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { updateGateDays } from '../statistics/update-gate-days.ts';
import { toWholeHours } from './whole-hours.ts';

const HOUR_MS = 3_600_000;
/** A Friday. */
const TODAY = '2026-11-20';
const at = (back: number, hour: number): string => toIsoInstant(romeDayStart(addDays(TODAY, -back)) + hour * HOUR_MS);
const WEEK = { dal: at(6, 0), al: NOW };

const READS: readonly NewRead[] = [
  // Monday, two gates in one hour; a foreign car; speeds at one of them.
  { gate: 1, plate: 'AB001CD', at: at(4, 9.2), nation: 'I', vehicleClass: 'car', euro: 5, speed: 40 },
  { gate: 1, plate: 'M1234', at: at(4, 9.9), nation: 'D', vehicleClass: 'heavy_truck', speed: 61 },
  { gate: 2, plate: 'AB001CD', at: at(4, 9.95), nation: 'I', vehicleClass: 'car', euro: 5 },
  // Wednesday.
  { gate: 2, plate: 'AB002CD', at: at(2, 23), nation: 'I', vehicleClass: 'van', euro: 2 },
  // Today, in the running hour.
  { gate: 3, plate: 'AB003CD', at: '2026-11-20T14:05:00.000Z', nation: 'I', vehicleClass: 'car', euro: 6 },
  // Over a week ago, and on the night on which the hour from 2 to 3 came twice.
  { gate: 1, plate: 'AB004CD', at: '2026-10-25T00:30:00.000Z', nation: 'I' },
  { gate: 1, plate: 'AB005CD', at: '2026-10-25T01:30:00.000Z', nation: 'I' },
];

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({
    license: {
      expiresOn: '2027-06-30',
      number: 'LIC-0001',
      options: { adv_charts: { expiration_date: null, g2g: false, population: false } },
    },
  });
  await insertReads(plant.deps.store, READS);
});
afterAll(() => plant.close());

const ask = (body: object, user?: string) => plant.callRaw(transitCharts, { body }, user);
async function fetchCharts(body: object, user = 'operatore'): Promise<TransitChartsResponse> {
  const answer = await ask(body, user);
  expect(answer.status).toBe(200);
  return answer.body as unknown as TransitChartsResponse;
}

describe('charts of transits', () => {
  it('sums by hour and weekday, day, gate, speed, class and EURO class', async () => {
    expect(await fetchCharts(WEEK)).toMatchObject({
      transiti: 5,
      straniere: 1,
      giorni: [
        { giorno: '2026-11-16', n: 3 },
        { giorno: '2026-11-18', n: 1 },
        { giorno: '2026-11-20', n: 1 },
      ],
      varchi: [
        { varco_id: 1, n: 2, straniere: 1, velocita_media: 50.5, velocita_n: 2 },
        { varco_id: 2, n: 2, straniere: 0, velocita_media: null, velocita_n: 0 },
        { varco_id: 3, n: 1, straniere: 0, velocita_media: null, velocita_n: 0 },
      ],
      contati: 5,
      senza_dettaglio: 0,
      euro: [
        { euro: null, n: 1 },
        { euro: 2, n: 1 },
        { euro: 5, n: 2 },
        { euro: 6, n: 1 },
      ],
      limitazioni: [],
      dal: WEEK.dal,
      al: NOW,
    });
  });

  it('says of each hour of the week how often it lies in the period, also without transits', async () => {
    const { ore } = await fetchCharts({ dal: at(9, 0), al: NOW });
    expect(ore.filter(({ n }) => n > 0)).toEqual([
      { giorno: 1, ora: 9, n: 3, volte: 1 },
      { giorno: 3, ora: 23, n: 1, volte: 2 },
      { giorno: 5, ora: 15, n: 1, volte: 2 },
    ]);
    // Wednesday a week ago until this Friday at half past three.
    expect(ore.find(({ giorno, ora }) => giorno === 5 && ora === 16)).toEqual({ giorno: 5, ora: 16, n: 0, volte: 1 });
    expect(ore.reduce((sum, { volte }) => sum + volte, 0)).toBe(9 * 24 + 16);
  });

  it('counts both hours from 2 to 3 of the night on which clocks go back', async () => {
    const { ore } = await fetchCharts({ dal: '2026-10-24T22:00:00.000Z', al: '2026-10-25T22:59:59.999Z' });
    expect(ore).toHaveLength(24);
    expect(ore.filter(({ volte, n }) => volte > 1 || n > 0)).toEqual([{ giorno: 7, ora: 2, n: 2, volte: 2 }]);
  });

  it('equals the report of statistics, before and after the days were counted', async () => {
    const period = { dal: at(30, 0), al: NOW };
    const compare = async (): Promise<void> => {
      const charts = await fetchCharts(period);
      const report = await plant.call(statistics, { body: { ...period, per: 'varco' } }, 'operatore');
      const { totale, righe } = report.body as StatisticsResponse;
      expect(charts).toMatchObject({
        transiti: totale.transiti,
        straniere: totale.straniere,
        classi: totale.classi,
        euro: totale.euro,
      });
      expect(charts.varchi.map(({ varco_id: id, n }) => [id, n])).toEqual(
        righe.map(({ varco_id: id, transiti }) => [id, transiti]),
      );
    };
    await compare();
    await updateGateDays(plant.deps.store.runner, parseInstantMs(NOW), new AbortController().signal, false);
    await compare();
  });

  it('shows the gates of the user only, and the whole hours of a limited time', async () => {
    expect(await fetchCharts(WEEK, 'limitato')).toMatchObject({ transiti: 3, limitazioni: ['gates'] });
    expect((await ask({ ...WEEK, varchi: [2] }, 'limitato')).status).toBe(403);
    expect((await ask({ ...WEEK, varchi: [77] }, 'operatore')).status).toBe(404);
    // The last 60 minutes begin at 13:32 UTC.
    expect(await fetchCharts(WEEK, 'breve')).toMatchObject({
      transiti: 1,
      limitazioni: ['t_max'],
      dal: '2026-11-20T14:00:00.000Z',
    });
    expect(await fetchCharts(WEEK, 'oscurato')).toMatchObject({ transiti: 5 });
    expect(await fetchCharts(WEEK, 'senzavarchi')).toMatchObject({ transiti: 0, varchi: [], limitazioni: ['gates'] });
    for (const user of ['comune', 'quattro']) expect((await ask(WEEK, user)).status).toBe(403);
    expect((await ask(WEEK)).status).toBe(401);
  });

  it('CONST-18 a chart starts at most a year before today', async () => {
    const first = romeDayStart(addDays(TODAY, -MAX_CHART_DAYS));
    expect((await ask({ dal: toIsoInstant(first), al: NOW }, 'operatore')).status).toBe(200);
    const answer = await ask({ dal: toIsoInstant(first - 1), al: NOW }, 'operatore');
    expect(answer.body).toMatchObject({ error: { code: 'bad_request', field: 'dal' } });
  });

  it.each([
    ['an end before the start', { dal: NOW, al: at(1, 0) }],
    ['a day that is none', { dal: '2026-13-01T00:00:00.000Z', al: NOW }],
    ['no end', { dal: at(1, 0) }],
    ['a gate that is no number', { ...WEEK, varchi: ['1); drop table transit'] }],
    ['a thousand and one gates', { ...WEEK, varchi: Array.from({ length: 1_001 }, (_, id) => id + 1) }],
    ['a plate', { ...WEEK, f_targa: 'AB001CD' }],
  ])('%s is refused', async (_name, body) => {
    expect((await ask(body, 'operatore')).status).toBe(400);
  });

  it('is logged with gates and period, and asks for the reason where the plant does', async () => {
    await ask({ ...WEEK, varchi: [1] }, 'operatore');
    expect(plant.audit.records.at(-1)).toMatchObject({
      action: 'analysis.charts',
      outcome: 'ok',
      count: 2,
      detail: { gates: [1], from: WEEK.dal, to: NOW },
    });
    await plant.pool.query('update plant_settings set requires_reason = true');
    try {
      expect((await ask(WEEK, 'operatore')).status).toBe(428);
      expect((await plant.call(transitCharts, { body: WEEK }, 'operatore', REASON)).status).toBe(200);
    } finally {
      await plant.pool.query('update plant_settings set requires_reason = false');
    }
  });

  it.each([
    ['no option', null, '2027-01-01', 403],
    ['an option that ended two days ago', '2026-11-18', '2027-01-01', 403],
    ['an option that ended yesterday: a day more', '2026-11-19', '2027-01-01', 200],
    ['a licence that ended', undefined, '2026-11-19', 403],
  ])('%s: %j, licence to %s: %i', async (_name, expires, last, status) => {
    const option = { expiration_date: expires ?? null, g2g: false, population: false };
    await plant.pool.query('update plant_settings set license_options = $1, license_expires_on = $2', [
      expires === null ? null : JSON.stringify({ adv_charts: option }),
      last,
    ]);
    const answer = await ask(WEEK, 'operatore');
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toMatchObject({ error: { sub_code: 'charts_license_missing' } });
  });
});

describe('whole hours', () => {
  const day = (hour: number): number => hour * HOUR_MS;
  it.each([
    ['whole hours stay', 1, 3, 9.5, 1, 3],
    ['a started hour is left out at the beginning', 1.1, 3, 9.5, 2, 3],
    ['and at the end', 1, 3.9, 9.5, 1, 3],
    ['the running hour belongs to a range that reaches into it', 1, 9.2, 9.5, 1, 10],
    ['later hours do not', 1, 30, 9.5, 1, 10],
    ['nothing is left of less than an hour', 1.1, 1.9, 9.5, 2, 2],
  ])('%s', (_name, from, to, now, first, last) => {
    expect(toWholeHours({ fromMs: day(from), toMs: day(to) }, day(now))).toEqual({
      fromMs: day(first),
      toMs: day(last),
    });
  });
});
