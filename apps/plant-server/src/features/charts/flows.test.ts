import { chartFlows, type ChartFlowsResponse } from '@varco/contract/plant/chart-flows.ts';
import { MAX_CHART_DAYS } from '@varco/contract/plant/charts.ts';
import { findLegs } from '@varco/domain/analysis/gate-to-gate.ts';
import { summariseTravelTimes } from '@varco/domain/analysis/travel-times.ts';
import { addDays, parseInstantMs, romeDayStart, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { toFinishedDays } from './chart-period.ts';
import { countFlowDays } from './count-flow-days.ts';

const HOUR_MS = 3_600_000;
/** A Friday. */
const TODAY = '2026-11-20';
const dayMs = (back: number, hour: number): number => romeDayStart(addDays(TODAY, -back)) + Math.round(hour * HOUR_MS);
const at = (back: number, hour: number): string => toIsoInstant(dayMs(back, hour));
const PERIOD = { dal: at(20, 0), al: NOW };

/** Vehicles that wander between three gates for ten days, some over midnight, by a fixed sequence of numbers. */
function buildReads(): readonly NewRead[] {
  let state = 7;
  const draw = (max: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
  return Array.from({ length: 24 }, (_, vehicle): readonly NewRead[] => {
    let ms = dayMs(10, draw(24));
    return Array.from({ length: 25 }, () => {
      ms += (1 + draw(draw(4) === 0 ? 1_200 : 90)) * 60_000 + draw(60) * 1_000;
      return { gate: 1 + draw(3), plate: `AB${String(100 + vehicle)}CD`, at: toIsoInstant(ms), nation: 'I' };
    });
  }).flat();
}
const READS: readonly NewRead[] = [
  ...buildReads(),
  // Not fully read.
  { gate: 1, plate: 'AB?99CD', at: at(3, 9) },
  { gate: 2, plate: 'AB?99CD', at: at(3, 9.1) },
  // Today is not over.
  { gate: 1, plate: 'ZZ001ZZ', at: at(0, 9) },
  { gate: 2, plate: 'ZZ001ZZ', at: at(0, 9.2) },
];

/** Number and exact median of trips by pair, from the rows. */
function computeTruth(reads: readonly NewRead[], first: string, last: string): ReadonlyMap<string, readonly number[]> {
  const pairs = new Map<string, number[]>();
  const readable = reads.filter(({ plate }) => !plate.includes('?'));
  for (const [plate, own] of Map.groupBy(readable, (read) => read.plate)) {
    const passages = own.toSorted((a, b) => (a.at < b.at ? -1 : 1));
    for (let i = 1; i < passages.length; i++) {
      const two = passages.slice(i - 1, i + 1);
      const timesMs = two.map((read) => parseInstantMs(read.at));
      const day = toRomeDay(timesMs[1] ?? 0);
      if (day < first || day > last) continue;
      for (const { from, to, seconds } of findLegs({ plate, gates: two.map(({ gate }) => gate), timesMs }, HOUR_MS))
        pairs.set(`${from} ${to}`, [...(pairs.get(`${from} ${to}`) ?? []), seconds]);
    }
  }
  return pairs;
}

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({
    license: {
      expiresOn: '2027-06-30',
      number: 'LIC-0001',
      options: { adv_charts: { expiration_date: null, g2g: true, population: false } },
    },
  });
  await insertReads(plant.deps.store, READS);
});
afterAll(() => plant.close());

const ask = (body: object, user?: string) => plant.callRaw(chartFlows, { body }, user);
async function fetchFlows(body: object, user = 'operatore'): Promise<ChartFlowsResponse> {
  const answer = await ask(body, user);
  expect(answer.status).toBe(200);
  return answer.body as unknown as ChartFlowsResponse;
}
const count = (): Promise<number> =>
  countFlowDays(plant.deps.store.runner, parseInstantMs(NOW), new AbortController().signal, false);
const showPairs = ({ flussi }: ChartFlowsResponse) =>
  flussi.map(({ da, a, n }) => [`${da} ${a}`, n] as const).toSorted(([one], [other]) => (one < other ? -1 : 1));
const showTruth = (truth: ReadonlyMap<string, readonly number[]>) =>
  [...truth]
    .map(([pair, seconds]) => [pair, seconds.length] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

describe('flows from gate to gate', () => {
  it('LIC-07 says which days are not counted yet, and after the job equals the legs of the rows', async () => {
    const first = toRomeDay(Math.min(...READS.map((read) => parseInstantMs(read.at))));
    const before = await fetchFlows(PERIOD);
    expect(before).toMatchObject({
      viaggi: 0,
      giorni_contati: 0,
      giorni: { primo: '2026-10-31', ultimo: '2026-11-19' },
    });
    expect(before.giorni_da_contare).toBe(Math.round((dayMs(0, 0) - romeDayStart(first)) / (24 * HOUR_MS)));
    expect(await count()).toBe(before.giorni_da_contare);
    expect(await count()).toBe(0);

    const flows = await fetchFlows(PERIOD);
    const truth = computeTruth(READS, '2026-10-31', '2026-11-19');
    expect(truth.size).toBe(6);
    expect(showPairs(flows)).toEqual(showTruth(truth));
    expect(flows).toMatchObject({ giorni_da_contare: 0, altri_viaggi: 0, limitazioni: [] });
    expect(flows.viaggi).toBe([...truth.values()].flat().length);
    for (const { da, a, mediana_s: median } of flows.flussi) {
      const exact = summariseTravelTimes(truth.get(`${da} ${a}`) ?? []).p50 ?? 0;
      expect([da, a, Math.abs(median - exact) < 900]).toEqual([da, a, true]);
    }
  });

  it('counts whole days only, and the pairs among the chosen gates', async () => {
    const cut = await fetchFlows({ dal: at(6, 5), al: at(2, 12) });
    expect(cut.giorni).toEqual({ primo: '2026-11-15', ultimo: '2026-11-17' });
    expect(showPairs(cut)).toEqual(showTruth(computeTruth(READS, '2026-11-15', '2026-11-17')));
    expect(await fetchFlows({ dal: at(0, 0), al: NOW })).toMatchObject({ giorni: null, viaggi: 0, flussi: [] });
    const two = await fetchFlows({ ...PERIOD, varchi: [1, 3] });
    const all = await fetchFlows(PERIOD);
    expect(two.flussi).toEqual(all.flussi.filter(({ da, a }) => da !== 2 && a !== 2));
    expect((await fetchFlows({ ...PERIOD, varchi: [2] })).flussi).toEqual([]);
  });

  it('counts a day anew after a late read, and the next one when it may have begun a trip of that', async () => {
    const late: NewRead = { gate: 2, plate: 'LA001TE', at: at(7, 23.9), nation: 'I' };
    const next: NewRead = { gate: 1, plate: 'LA001TE', at: at(6, 0.2), nation: 'I' };
    await insertReads(plant.deps.store, [next]);
    expect(await count()).toBe(1);
    const before = await fetchFlows(PERIOD);
    await insertReads(plant.deps.store, [late]);
    expect(await count()).toBe(2);
    const after = await fetchFlows(PERIOD);
    expect(after.viaggi).toBe(before.viaggi + 1);
    expect(showPairs(after)).toEqual(showTruth(computeTruth([...READS, late, next], '2026-10-31', '2026-11-19')));
  });

  it('is refused to who may not see every gate or every plate, and empty for a window of minutes', async () => {
    for (const user of ['limitato', 'senzavarchi', 'comune', 'quattro', 'oscurato'])
      expect([user, (await ask(PERIOD, user)).status]).toEqual([user, 403]);
    expect((await ask(PERIOD)).status).toBe(401);
    expect(await fetchFlows(PERIOD, 'breve')).toMatchObject({ giorni: null, viaggi: 0, limitazioni: ['t_max'] });
    expect((await ask({ ...PERIOD, varchi: [77] }, 'operatore')).status).toBe(404);
  });

  it('CONST-18 begins at most a year before today', async () => {
    const first = romeDayStart(addDays(TODAY, -MAX_CHART_DAYS));
    expect((await ask({ dal: toIsoInstant(first), al: NOW }, 'operatore')).status).toBe(200);
    expect((await ask({ dal: toIsoInstant(first - 1), al: NOW }, 'operatore')).body).toMatchObject({
      error: { code: 'bad_request', field: 'dal' },
    });
  });

  it.each([
    ['an end before the start', { dal: NOW, al: at(1, 0) }],
    ['a day that is none', { dal: '2026-13-01T00:00:00.000Z', al: NOW }],
    ['no end', { dal: at(1, 0) }],
    ['a gate that is no number', { ...PERIOD, varchi: ['1); drop table flow_day'] }],
    ['a thousand and one gates', { ...PERIOD, varchi: Array.from({ length: 1_001 }, (_, id) => id + 1) }],
    ['a plate', { ...PERIOD, f_targa: 'AB001CD' }],
  ])('%s is refused', async (_name, body) => {
    expect((await ask(body, 'operatore')).status).toBe(400);
  });

  it('is logged with gates and period, and asks for the reason where the plant does', async () => {
    const { viaggi } = await fetchFlows({ ...PERIOD, varchi: [1, 2] });
    expect(plant.audit.records.at(-1)).toMatchObject({
      action: 'analysis.charts',
      outcome: 'ok',
      count: viaggi,
      detail: { gates: [1, 2], from: PERIOD.dal, to: NOW, chart: 'flows' },
    });
    await plant.pool.query('update plant_settings set requires_reason = true');
    try {
      expect((await ask(PERIOD, 'operatore')).status).toBe(428);
      expect((await plant.call(chartFlows, { body: PERIOD }, 'operatore', REASON)).status).toBe(200);
    } finally {
      await plant.pool.query('update plant_settings set requires_reason = false');
    }
  });

  it('forgets counted days whose transits have gone', async () => {
    await plant.pool.query(`update gate_hour set n = 0 where hour < $1`, [at(5, 0)]);
    await count();
    const { rows } = await plant.pool.query('select min(day)::text as flow from flow_day_basis');
    expect(rows).toEqual([{ flow: '2026-11-15' }]);
    expect(await fetchFlows({ dal: at(20, 0), al: at(6, 0) })).toMatchObject({ viaggi: 0, giorni_da_contare: 0 });
  });

  it('LIC-07 is refused without the option in the licence', async () => {
    const option = { expiration_date: null, g2g: false, population: true };
    await plant.pool.query('update plant_settings set license_options = $1', [JSON.stringify({ adv_charts: option })]);
    expect((await ask(PERIOD, 'operatore')).body).toMatchObject({ error: { sub_code: 'g2g_license_missing' } });
  });
});

describe('whole days that are over', () => {
  const now = parseInstantMs(NOW);
  it.each([
    ['from midnight to midnight', dayMs(3, 0), dayMs(1, 0), ['2026-11-17', '2026-11-18']],
    ['cut at both ends', dayMs(3, 1), dayMs(1, 5), ['2026-11-18', '2026-11-18']],
    ['into the future', dayMs(1, 0), dayMs(-3, 0), ['2026-11-19', '2026-11-19']],
    [
      'of the night on which clocks go back',
      parseInstantMs('2026-10-24T22:00:00.000Z'),
      parseInstantMs('2026-10-25T23:00:00.000Z'),
      ['2026-10-25', '2026-10-25'],
    ],
    ['less than a day', dayMs(2, 1), dayMs(1, 0), null],
    ['today', dayMs(0, 0), now, null],
  ])('%s', (_name, fromMs, toMs, days) => {
    const found = toFinishedDays({ fromMs, toMs }, now);
    expect(found === null ? null : [found.first, found.last]).toEqual(days);
  });
});
