import { destinations } from '@varco/contract/plant/destinations.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { neighbourGatesStatement } from './neighbour-gates.repository.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { isOnCluster } from '../../testing/explain.ts';

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [
    // From gate 3 through 1 to 2 in ten minutes, and on to 3.
    { gate: 3, plate: 'AB001CD', at: ago(100) },
    { gate: 1, plate: 'AB001CD', at: ago(80) },
    { gate: 2, plate: 'AB001CD', at: ago(70) },
    { gate: 3, plate: 'AB001CD', at: ago(60) },
    // To gate 2 in twenty minutes; twice at the origin before.
    { gate: 1, plate: 'AB002CD', at: ago(95) },
    { gate: 1, plate: 'AB002CD', at: ago(90) },
    { gate: 2, plate: 'AB002CD', at: ago(70) },
    // To gate 3, but after the time limit.
    { gate: 1, plate: 'AB003CD', at: ago(600) },
    { gate: 3, plate: 'AB003CD', at: ago(300) },
    // A plate that was not read in full belongs to no vehicle.
    { gate: 1, plate: 'AB?04CD', at: ago(80) },
    { gate: 2, plate: 'AB?04CD', at: ago(75) },
  ]);
});
afterAll(() => plant.close());

const window = { dal: ago(1_000), al: NOW };
const ask = (body: unknown, user?: string) => plant.callRaw(destinations, { body }, user);
const fetchResult = async (body: object, user = 'operatore') => {
  const answer = await ask({ ...window, ...body }, user);
  expect(answer.status).toBe(200);
  return answer.body;
};

it('ROUTE-04 where the vehicles of a gate went next and came from, with the median time; too late is nowhere', async () => {
  expect(await fetchResult({ varchi: [1] })).toEqual({
    passaggi: 4,
    troncato: false,
    limitazioni: [],
    verso: {
      objects: [{ varco_id: 2, varco: 'Porta Santi', n: 3, mediana_s: 1200 }],
      altrove: 1,
      senza_autorizzazione: 0,
    },
    da: {
      objects: [{ varco_id: 3, varco: 'Ponte Vecchio', n: 1, mediana_s: 1200 }],
      altrove: 3,
      senza_autorizzazione: 0,
    },
  });
  expect(await fetchResult({ varchi: [1], entro_minuti: 600 })).toMatchObject({
    verso: {
      objects: [
        { varco_id: 2, n: 3 },
        { varco_id: 3, n: 1, mediana_s: 18_000 },
      ],
      altrove: 0,
    },
  });
  expect(await fetchResult({ varchi: [1], dal: ago(85), al: ago(75) })).toMatchObject({ passaggi: 1 });
});

it('a zone is an origin as its gates are, and every question is logged without a plate', async () => {
  await plant.pool.query(
    `insert into zone (name, corners, gates, colour, updated_at, updated_by)
     values ('Ponti', '[]', '{1,2}', 1, now(), '00000000-0000-4000-8000-000000000001')`,
  );
  expect(await fetchResult({ zona: 1 })).toMatchObject({
    passaggi: 6,
    verso: { objects: [{ varco_id: 3, n: 2 }] },
    da: { objects: [{ varco_id: 3, n: 2 }] },
  });
  const { action, outcome, detail } = plant.audit.records.at(-1) ?? {};
  expect([action, outcome]).toEqual(['transits.destinations', 'ok']);
  expect(JSON.stringify(detail)).not.toContain('AB00');
  expect((await ask({ ...window, zona: 77 }, 'operatore')).status).toBe(404);
});

it('T 6: gates a person may not search are counted, not shown; what they may not read at all is refused', async () => {
  expect(await fetchResult({ varchi: [1] }, 'limitato')).toMatchObject({
    limitazioni: ['gates'],
    verso: { objects: [], altrove: 1, senza_autorizzazione: 3 },
    da: { objects: [{ varco_id: 3, n: 1 }] },
  });
  expect(await fetchResult({ varchi: [1] }, 'breve')).toMatchObject({ passaggi: 0, limitazioni: ['t_max'] });
  expect((await ask({ ...window, varchi: [2] }, 'limitato')).body).toMatchObject({
    error: { sub_code: 'gate_not_allowed' },
  });
  for (const user of ['comune', 'oscurato']) expect((await ask({ ...window, varchi: [1] }, user)).status).toBe(403);
  expect((await ask({ ...window, varchi: [1] })).status).toBe(401);
});

it.each([
  ['no origin', {}],
  ['gates and a zone', { varchi: [1], zona: 1 }],
  ['no gate', { varchi: [] }],
  ['a gate that is no number', { varchi: ['1; drop table transit'] }],
  ['1001 gates', { varchi: Array.from({ length: 1001 }, (_, i) => i + 1) }],
  ['an end before the start', { varchi: [1], dal: NOW, al: ago(1) }],
  ['more than a week', { varchi: [1], dal: ago(8 * 1_440) }],
  ['a day that is none', { varchi: [1], dal: '2026-13-01' }],
  ['more than a day of way', { varchi: [1], entro_minuti: 1_441 }],
  ['a plate', { varchi: [1], f_targa: 'AB001CD' }],
])('%s is refused', async (_, more) => {
  expect((await ask({ ...window, ...more }, 'operatore')).status).toBe(400);
});

it.skipIf(isOnCluster)(
  'the statement probes the key of the plate for each passage: no month is read through',
  async () => {
    const all = { gates: null, fromMs: parseInstantMs(ago(100_000)), toMs: parseInstantMs(NOW) };
    const following = { origin: { ...all, gates: [1] }, all, withinMs: 3_600_000, most: 100 };
    const statement = neighbourGatesStatement(following, 'next');
    const owner = createPool({ url: plant.ownerUrl, applicationName: 'destinations test owner', max: 1 });
    const client = await owner.connect();
    try {
      // For a table of a few rows every path costs alike. The index of time alone is no way for a large one, nor is a full scan.
      await client.query('begin; set local enable_seqscan = off; drop index transit_time');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, [...statement.values]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (?:Only )?Scan.* using transit_\d{4}_\d\d_pkey/);
      expect(plan).toMatch(/Index Cond: .*\(plate = s(?:_\d)?\.plate\)/);
      expect(plan).not.toContain('Seq Scan');
    } finally {
      await client.query('rollback');
      client.release();
      await owner.end();
    }
  },
);
