import { AccompliceResponse, listAccomplices, searchAccomplices } from '@varco/contract/plant/accomplices.ts';
import { computeBayesFactor, scoreAccomplice } from '@varco/domain/analysis/accomplice-score.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { InsertedRead, NewRead } from '../ingest/new-read.ts';
import { cotravellingStatement } from './cotravelling-plates.repository.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { isOnCluster } from '../../testing/explain.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const TARGET = 'GK508RB';
const PARTNER = 'FT553ZB';
/**
 * Trips of target and partner together, each through gates 1, 2 and 3: days ago and hour, never the same hour twice.
 */
const TRIPS = [
  [2, 10],
  [4, 15],
  [7, 21],
  [9, 2],
] as const;

const at = (daysAgo: number, hour: number, minute = 0, second = 0): string =>
  toIsoInstant(
    Math.floor(parseInstantMs(NOW) / DAY) * DAY - daysAgo * DAY + hour * 60 * MINUTE + minute * MINUTE + second * 1000,
  );
const plateOf = (n: number): string => `AA${String(n).padStart(3, '0')}BB`;

/**
 * Forty days of unrelated vehicles at three gates by day, a commuter who passes every day at ten, and the two plates
 * under test.
 */
function reads(): readonly NewRead[] {
  const all: NewRead[] = [];
  for (let day = 1; day <= 40; day += 1)
    for (let n = 0; n < 60; n += 1) {
      const gate = (n % 3) + 1;
      all.push({ gate, plate: plateOf((n * 7 + day * 13) % 400), at: at(day, n % 24, (n * 11) % 60) });
    }
  for (let day = 1; day <= 40; day += 1) all.push({ gate: 1, plate: 'CO111MM', at: at(day, 10, 1) });
  for (const [day, hour] of TRIPS)
    for (const gate of [1, 2, 3]) {
      all.push({ gate, plate: TARGET, at: at(day, hour, gate * 6) });
      all.push({ gate, plate: PARTNER, at: at(day, hour, gate * 6, 40), comune: 'Prova', province: 'FC' });
    }
  // Near the target twice at gate 2 only, and once at its newest passage.
  for (const [day, hour] of TRIPS.slice(2)) all.push({ gate: 2, plate: 'ZZ222ZZ', at: at(day, hour, 12, 20) });
  all.push({ gate: 3, plate: 'SI111NG', at: at(2, 10, 18, 10) });
  // The target's own plate, misread in the same second.
  for (const [day, hour] of TRIPS) all.push({ gate: 1, plate: 'GK5O8RB', at: at(day, hour, 6) });
  all.push({ gate: 1, plate: 'GK?08RB', at: at(2, 10, 6) }, { gate: 1, plate: 'GK?08RB', at: at(4, 15, 6) });
  return all;
}

let plant: TestPlant;
let newest: InsertedRead | undefined;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
  const all = reads();
  const stored = await insertReads(plant.deps.store, all);
  newest = stored[all.findIndex(({ plate, gate }) => plate === TARGET && gate === 3)];
  for (const user of ['operatore', 'limitato', 'breve']) await plant.token(user);
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.audit.records.length = 0;
});

const ask = (body: object, user?: string) => plant.callRaw(searchAccomplices, { body }, user);
const answer = async (body: object, user = 'operatore'): Promise<AccompliceResponse> => {
  const { status, body: found } = await ask({ targa: TARGET, delta_minutes: 5, ...body }, user);
  expect(status, JSON.stringify(found)).toBe(200);
  return AccompliceResponse.parse(found);
};

it('ACC-09 ACC-10 PLAPI-35 the call of the specification: candidates with their passages', async () => {
  const { status, body } = await plant.callRaw(
    listAccomplices,
    {
      params: { id: newest?.id ?? '' },
      query: {
        delta_minutes: 5,
        min_num_partners_passages: 2,
        gate_id: 3,
        time_start: at(2, 10, 13),
        time_end: at(2, 10, 23),
        ignore_comune_impianto: false,
        ignore_limitrofi: false,
      },
    },
    'operatore',
  );
  expect(status, JSON.stringify(body)).toBe(200);
  const found = AccompliceResponse.parse(body);
  const [best] = found.candidates;
  expect(best).toMatchObject({ plate1: TARGET, plate2: PARTNER, count_disabled: 0, alta_probabilita: true });
  expect(best?.abs_score).toBeGreaterThanOrEqual(350);
  expect(best?.transits).toHaveLength(12);
  expect(best?.transits.at(-1)).toMatchObject({
    gate_id: 3,
    date_base: at(2, 10, 18),
    date_partner: at(2, 10, 18, 40),
    id_base: newest?.id,
    time_diff: 40,
  });
});

it('ACC-08 without the two numbers 2 minutes and 2 passages count; the screen asks with 5 and 1', async () => {
  const { body } = await ask({ targa: TARGET }, 'operatore');
  const found = AccompliceResponse.parse(body);
  expect(found.delta_minutes).toBe(2);
  expect(found.candidates.every(({ transits }) => transits.length >= 2)).toBe(true);
  const wide = await answer({ min_num_partners_passages: 1 });
  const single = wide.candidates.find(({ plate2 }) => plate2 === 'SI111NG');
  expect(single).toMatchObject({ solo_uno: true, abs_score: 0, transits: [{ time_diff: 10 }] });
  expect(wide.candidates.at(-1)?.solo_uno).toBe(true);
});

it('the score can be recomputed from what is sent: chances, weights and missed sessions', async () => {
  const found = await answer({});
  expect(found.candidates.length).toBeGreaterThan(0);
  for (const one of found.candidates) {
    for (const { caso, catena, peso } of one.viaggi)
      expect(peso).toBeCloseTo(Math.min(12, Math.log10(0.9 / caso) + catena), 2);
    const factor = computeBayesFactor(
      one.viaggi.map(({ peso }) => peso),
      one.senza.map(([, chance]) => chance),
    );
    expect(factor).toBeCloseTo(one.fattore, 2);
    const score = scoreAccomplice(one.fattore, found.confrontate);
    expect(Math.abs(score.absScore - one.abs_score)).toBeLessThanOrEqual(1);
    expect(score.score).toBeCloseTo(one.score, 3);
    expect(one.viaggi.length + one.senza.length).toBe(found.sessioni.length);
  }
  expect(found).toMatchObject({ versione: 'accomplice-2', debole: false, targa: TARGET, letture_errate: ['GK5O8RB'] });
});

it('a commuter of the same place and hour stays below who came along at odd hours', async () => {
  const found = await answer({ min_num_partners_passages: 1 });
  const points = (plate: string): number => found.candidates.find(({ plate2 }) => plate2 === plate)?.abs_score ?? 0;
  expect(points('CO111MM')).toBe(0);
  expect(points(PARTNER)).toBeGreaterThan(400);
  expect(found.candidates[0]).toMatchObject({
    plate2: PARTNER,
    stessa_ora: false,
    ordine: 'dopo',
    distacco_s: 40,
    giorni: 4,
  });
});

it('ACC-16 T 6: meetings at gates without authorisation are counted, not scored and not shown', async () => {
  const found = await answer({}, 'limitato');
  const partner = found.candidates.find(({ plate2 }) => plate2 === PARTNER);
  expect(partner?.count_disabled).toBe(4);
  expect(new Set(partner?.transits.map(({ gate_id: gate }) => gate))).toEqual(new Set([1, 3]));
  expect(JSON.stringify(found)).not.toContain('ZZ222ZZ');
  expect(found.count_disabled).toBeGreaterThanOrEqual(6);
  expect(found.passaggi.every(({ gate_id: gate }) => gate !== 2)).toBe(true);
  expect(found.limitazioni).toContain('gates');
});

it('ACC-04 the two flags leave out who is registered in the municipality, and move no score', async () => {
  const before = await answer({});
  const found = await answer({ ignore_comune_impianto: true });
  expect(found.candidates.map(({ plate2 }) => plate2)).not.toContain(PARTNER);
  expect(found.esclusi).toBe(1);
  const others = (of: AccompliceResponse) =>
    of.candidates.filter(({ plate2 }) => plate2 !== PARTNER).map(({ plate2, abs_score: points }) => [plate2, points]);
  expect(others(found)).toEqual(others(before));
  expect((await answer({ ignore_limitrofi: true })).candidates[0]?.plate2).toBe(PARTNER);
});

it('T 6: a limited range has no other habit than what may be seen, and never highlights', async () => {
  plant.clock.now = at(2, 10, 40);
  const { status, body } = await ask({ targa: TARGET, delta_minutes: 5 }, 'breve');
  plant.clock.now = NOW;
  expect(status, JSON.stringify(body)).toBe(200);
  const found = AccompliceResponse.parse(body);
  expect(found.limitazioni).toContain('t_max');
  expect(found.sessioni).toHaveLength(1);
  expect(found.candidates.every((one) => !one.alta_probabilita && !one.abitudine_nota)).toBe(true);
});

it('who asks, about what, with how many answers is recorded before the answer; so is the reason', async () => {
  await plant.call(searchAccomplices, { body: { targa: TARGET } }, 'operatore', REASON);
  const { action, outcome, count, detail, reason } = plant.audit.records.at(-1) ?? {};
  expect([action, outcome]).toEqual(['accomplices.search', 'ok']);
  expect(count).toBeGreaterThan(0);
  expect(detail).toMatchObject({ plate: TARGET, formula: 'accomplice-2' });
  expect(reason).toMatchObject({ code: 'training' });
  await plant.pool.query('update plant_settings set requires_reason = true');
  expect((await ask({ targa: TARGET }, 'operatore')).status).toBe(428);
  await plant.pool.query('update plant_settings set requires_reason = false');
});

it.each([
  ['signed out', undefined, 401],
  ['without force rights', 'comune', 403],
  ['of level 4', 'quattro', 403],
  ['who may not see plates', 'oscurato', 403],
  ['of level 8', 'amministratore', 200],
])('TPERM-01 a person %s', async (_, user, status) => {
  expect((await ask({ targa: TARGET }, user)).status).toBe(status);
});

it.each([
  ['neither transit nor plate', { targa: undefined }],
  ['both', { id: '1145698732100096017' }],
  ['no minutes', { delta_minutes: 0 }],
  ['half a minute', { delta_minutes: 1.5 }],
  ['too many minutes', { delta_minutes: 61 }],
  ['no passages', { min_num_partners_passages: 0 }],
  ['a plate that is none', { targa: "A'; drop table transit --" }],
  ['an end before the start', { dal: NOW, al: at(3, 0) }],
  ['more than 92 days', { dal: at(100, 0), al: NOW }],
  ['times the wrong way round', { time_start: NOW, time_end: at(3, 0) }],
  ['a field nobody knows', { f_targa: 'X' }],
])('ACC-03 %s is refused', async (_, more) => {
  expect((await ask({ targa: TARGET, ...more }, 'operatore')).status).toBe(400);
});

it('a plate that never passed, or not where one may look, is not found', async () => {
  expect((await ask({ targa: 'QQ999QQ' }, 'operatore')).status).toBe(404);
  expect((await ask({ targa: TARGET, gate_id: 2 }, 'limitato')).status).toBe(404);
  expect((await plant.callRaw(listAccomplices, { params: { id: '1' }, query: {} }, 'operatore')).status).toBe(404);
});

it.skipIf(isOnCluster)('meetings are sought along gate and time: no month is read through', async () => {
  const everything = { gates: null, fromMs: parseInstantMs(at(40, 0)), toMs: parseInstantMs(NOW) };
  const statement = cotravellingStatement(
    everything,
    TARGET,
    [{ gate: 1, ms: parseInstantMs(at(2, 10)) }],
    5 * MINUTE,
    2,
  );
  const client = await plant.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, [...statement.values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Only Scan.* using transit_\d{4}_\d\d_gate/);
    expect(plan).not.toContain('Seq Scan');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
