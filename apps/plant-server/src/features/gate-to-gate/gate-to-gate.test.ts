import { gateToGate, getGateToGate } from '@varco/contract/plant/gate-to-gate.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tracksStatement } from '../../plate-index/movements/gate-tracks.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { explainWithoutScans, isOnCluster } from '../../testing/explain.ts';
import { NOW, PLANT, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
const LICENSE = {
  expiresOn: '2027-06-30',
  number: 'LIC-0001',
  options: { adv_charts: { expiration_date: null, g2g: true, population: false } },
};
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ license: LICENSE });
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB001CD', at: ago(100) },
    { gate: 1, plate: 'AB001CD', at: ago(90) },
    { gate: 3, plate: 'AB001CD', at: ago(85) },
    { gate: 2, plate: 'AB001CD', at: ago(80) },
    // In the opposite direction.
    { gate: 2, plate: 'AB002CD', at: ago(50) },
    { gate: 1, plate: 'AB002CD', at: ago(30) },
    // More than an hour between the gates.
    { gate: 1, plate: 'AB003CD', at: ago(300) },
    { gate: 2, plate: 'AB003CD', at: ago(200) },
    // A plate at one gate only, and a plate not read in full.
    { gate: 1, plate: 'AB004CD', at: ago(40) },
    { gate: 1, plate: 'AB?05CD', at: ago(40) },
    { gate: 2, plate: 'AB?05CD', at: ago(35) },
  ]);
});
afterAll(() => plant.close());

const window = { dal: ago(1_000), al: NOW };
const ask = (body: object, user?: string) => plant.callRaw(gateToGate, { body: { ...window, ...body } }, user);
const fetchResult = async (body: object, user = 'operatore') => {
  const answer = await ask(body, user);
  expect(answer.status).toBe(200);
  return answer.body;
};

it('G2G-01 RTE-10 vehicles that passed the gates in order, how long they took, and the matrix of all legs', async () => {
  expect(await fetchResult({ varchi: [1, 2] })).toMatchObject({
    passaggi: 7,
    troncato: false,
    ...window,
    limitazioni: [],
    viaggi_totale: 1,
    veicoli: 1,
    viaggi: [{ targa: 'AB001CD', passaggi: [ago(90), ago(80)], durata_s: 600 }],
    durate: { n: 1, p10: 600, p50: 600, p90: 600, p95: 600 },
    istogramma: [{ n: 1 }],
    matrice: [
      { da: 1, a: 2, n: 1, p50: 600 },
      { da: 2, a: 1, n: 1, p50: 1200 },
    ],
  });
  expect(await fetchResult({ varchi: [1, 3, 2] })).toMatchObject({
    viaggi: [{ targa: 'AB001CD', passaggi: [ago(90), ago(85), ago(80)] }],
    matrice: [
      { da: 1, a: 3, n: 1, p50: 300 },
      // One vehicle passed gate 3 in between, which made it another leg; the other one drove in the opposite direction.
      { da: 1, a: 2, n: 0, p50: null },
      { da: 3, a: 1, n: 0 },
      { da: 3, a: 2, n: 1, p50: 300 },
      { da: 2, a: 1, n: 1 },
      { da: 2, a: 3, n: 0 },
    ],
  });
  expect(await fetchResult({ varchi: [1, 2], entro_minuti: 120 })).toMatchObject({
    viaggi_totale: 2,
    durate: { p50: 3300 },
  });
  expect(await fetchResult({ varchi: [1, 2], dal: ago(85) })).toMatchObject({
    viaggi_totale: 0,
    viaggi: [],
    istogramma: [],
  });
});

it('PTAPI-12 the GET twin says the same with the gates in the address', async () => {
  const [got, posted] = [
    await plant.callRaw(getGateToGate, { query: { ...window, varchi: '1,2', entro_minuti: '60' } }, 'operatore'),
    await fetchResult({ varchi: [1, 2], entro_minuti: 60 }),
  ];
  expect(got).toMatchObject({ status: 200, body: { ...(posted as object), took_ms: expect.any(Number) as number } });
  for (const varchi of ['1', 'a,b', '1;2', '1,99999', ','])
    expect((await plant.callRaw(getGateToGate, { query: { ...window, varchi } }, 'operatore')).status).toBe(400);
});

it('every question is in the log with gates and the plates that were told, and wants the reason of the plant', async () => {
  await fetchResult({ varchi: [1, 2] });
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'analysis.gate-to-gate',
    outcome: 'ok',
    count: 1,
    detail: { gates: [1, 2], minutes: 60, plates: ['AB001CD'] },
  });
  await plant.pool.query('update plant_settings set requires_reason = true');
  try {
    expect((await ask({ varchi: [1, 2] }, 'operatore')).status).toBe(428);
    const said = await plant.call(gateToGate, { body: { ...window, varchi: [1, 2] } }, 'operatore', REASON);
    expect(said.status).toBe(200);
    expect(plant.audit.records.at(-1)).toMatchObject({ reason: { code: 'training', case: '12/2026' } });
  } finally {
    await plant.pool.query('update plant_settings set requires_reason = false');
  }
});

it('T 6: forbidden gates, redacted and short-sighted people', async () => {
  expect((await ask({ varchi: [1, 2] }, 'limitato')).body).toMatchObject({
    error: { sub_code: 'gate_not_allowed' },
  });
  expect(await fetchResult({ varchi: [1, 3] }, 'limitato')).toMatchObject({ limitazioni: ['gates'], viaggi_totale: 1 });
  expect(await fetchResult({ varchi: [1, 2] }, 'breve')).toMatchObject({ viaggi_totale: 0, limitazioni: ['t_max'] });
  for (const user of ['comune', 'oscurato', 'quattro', 'senzavarchi'])
    expect((await ask({ varchi: [1, 2] }, user)).status).toBe(403);
  expect((await ask({ varchi: [1, 2] })).status).toBe(401);
  expect((await ask({ varchi: [1, 77] }, 'operatore')).status).toBe(404);
});

it('LIC-07 without the option in the licence, or after it ended, the plant refuses', async () => {
  const options = (g2g: boolean, expiration_date: string | null) => ({
    adv_charts: { expiration_date, g2g, population: true },
  });
  const cases: readonly (readonly [object | null, string, number])[] = [
    [null, '2027-01-01', 403],
    [options(false, null), '2027-01-01', 403],
    [options(true, '2026-11-01'), '2027-01-01', 403],
    [options(true, null), '2026-11-19', 403],
    [options(true, '2026-11-19'), '2027-01-01', 200],
  ];
  for (const [license_options, last, status] of cases) {
    await plant.pool.query('update plant_settings set license_options = $1, license_expires_on = $2', [
      license_options === null ? null : JSON.stringify(license_options),
      last,
    ]);
    const answer = await ask({ varchi: [1, 2] }, 'operatore');
    expect([last, answer.status]).toEqual([last, status]);
    if (status === 403) expect(answer.body).toMatchObject({ error: { sub_code: 'g2g_license_missing' } });
  }
  expect(PLANT.license?.options).not.toHaveProperty('adv_charts');
});

it.each([
  ['one gate', { varchi: [1] }],
  ['no gate', { varchi: [] }],
  ['eleven gates', { varchi: Array.from({ length: 11 }, (_, i) => i + 1) }],
  ['a gate that is no number', { varchi: [1, '2; drop table transit'] }],
  ['an end before the start', { varchi: [1, 2], dal: NOW, al: ago(1) }],
  ['more than a month', { varchi: [1, 2], dal: ago(33 * 1_440) }],
  ['a day that is none', { varchi: [1, 2], dal: '2026-13-01' }],
  ['no time at all', { varchi: [1, 2], entro_minuti: 0 }],
  ['more than a day of way', { varchi: [1, 2], entro_minuti: 1_441 }],
  ['a plate', { varchi: [1, 2], f_targa: 'AB001CD' }],
])('%s is refused', async (_, body) => {
  expect((await ask(body, 'operatore')).status).toBe(400);
});

it.skipIf(isOnCluster)('the statement reads the key of the gate alone, no row of the table', async () => {
  const statement = tracksStatement(
    { gates: [1, 2], fromMs: parseInstantMs(ago(1_000)), toMs: parseInstantMs(NOW) },
    2,
    true,
  );
  const plan = await explainWithoutScans(plant.pool, statement);
  expect(plan).toMatch(/Index Only Scan using transit_\d{4}_\d\d_gate_ts_id/);
  expect(plan).not.toContain('Seq Scan');
});
